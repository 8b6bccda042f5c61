// SPDX-License-Identifier: Apache-2.0
// Reads a topic as a member of a consumer group: what the group gives to this member, from the committed offsets on.
// Run it several times with the same --group and they share the partitions.
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { SHARED_OPTIONS, SUCCESS, fetch, listOffset, positive, requireOptions, run } from './tidemark.js';

const USAGE = 'usage: node group-consume.js --bootstrap HOST:PORT[,...] --group ID --topic NAME [--count N] [--protos DIR]';
const OUT = new Set(['ERROR_CODE_UNKNOWN_MEMBER', 'ERROR_CODE_FENCED_MEMBER_EPOCH']);
const WAIT_MS = 500;

class Member {
  #cluster;
  #group;
  #topic;
  #memberId = randomUUID();
  #memberEpoch = 0;
  #applied = '0';
  #sequence = 0;
  #nextHeartbeat = 0;
  /** Partition number to the offset of the next record. */
  positions = new Map();

  constructor(cluster, group, topic) {
    this.#cluster = cluster;
    this.#group = group;
    this.#topic = topic;
  }

  /** Says that it is alive, when it is time to, and takes over what it is told to read. */
  async heartbeat() {
    if (Date.now() < this.#nextHeartbeat) {
      return;
    }
    const told = await this.#cluster.coordinator(this.#group, 'ConsumerHeartbeat', () => ({
      group_id: this.#group,
      member_id: this.#memberId,
      member_epoch: this.#memberEpoch,
      topics: [this.#topic],
      seen_assignment_version: this.#applied,
      applied_assignment_version: this.#applied,
      // A client with a heartbeat of its own beside its reads would wait here (max_wait_ms) and hear of changes at once.
      max_wait_ms: 0,
    }));
    if (OUT.has(told.error)) {
      // Others may read its partitions already: nothing of this life may go on.
      this.positions.clear();
      this.#memberId = randomUUID();
      this.#memberEpoch = 0;
      this.#applied = '0';
      return;
    }
    if (told.error !== SUCCESS) {
      throw new Error(`heartbeat: ${told.error}: ${told.error_message}`);
    }
    this.#memberEpoch = told.member_epoch;
    if (told.assignment_version === this.#applied) {
      this.#nextHeartbeat = Date.now() + told.heartbeat_interval_ms;
      return;
    }
    await this.#take(told.assignment.flatMap(({ topic, partitions }) => (topic === this.#topic ? partitions : [])));
    // Told with the next heartbeat, at once: only then may others get what was given up.
    this.#applied = told.assignment_version;
  }

  async #take(partitions) {
    const revoked = [...this.positions.keys()].filter((partition) => !partitions.includes(partition));
    if (revoked.length > 0) {
      await this.commit(revoked);
      revoked.forEach((partition) => this.positions.delete(partition));
    }
    const added = partitions.filter((partition) => !this.positions.has(partition));
    if (added.length === 0) {
      return;
    }
    const committed = await this.#cluster.coordinator(this.#group, 'FetchOffsets', () => ({
      group_id: this.#group, topics: [{ topic: this.#topic, partitions: added }],
    }));
    if (committed.error !== SUCCESS) {
      throw new Error(`committed offsets: ${committed.error}: ${committed.error_message}`);
    }
    for (const { partition, offset } of committed.offsets) {
      const position = BigInt(offset) >= 0n
        ? BigInt(offset)
        : (await listOffset(this.#cluster, this.#topic, partition, 'OFFSET_SPEC_EARLIEST')).offset;
      this.positions.set(partition, position);
    }
  }

  /** Commits positions. Numbers that rise keep an attempt that hung on its way from undoing a later one. */
  async commit(partitions = [...this.positions.keys()]) {
    const offsets = partitions.map((partition) => (
      { topic: this.#topic, partition, offset: String(this.positions.get(partition)) }));
    if (offsets.length === 0) {
      return;
    }
    const done = await this.#cluster.coordinator(this.#group, 'CommitOffsets', (epoch) => ({
      group_id: this.#group,
      member_id: this.#memberId,
      member_epoch: this.#memberEpoch,
      sequence: String(++this.#sequence),
      coordinator_epoch: epoch,
      offsets,
    }));
    if (OUT.has(done.error)) {
      // The next heartbeat finds out and begins again.
      this.#nextHeartbeat = 0;
    } else if (done.error !== SUCCESS) {
      throw new Error(`commit: ${done.error}: ${done.error_message}`);
    }
  }

  leave() {
    return this.#cluster.coordinator(this.#group, 'LeaveGroup', () => ({
      group_id: this.#group, member_id: this.#memberId,
    }));
  }
}

function options() {
  const { values } = parseArgs({
    options: {
      ...SHARED_OPTIONS,
      group: { type: 'string' },
      topic: { type: 'string' },
      count: { type: 'string', default: String(Number.MAX_SAFE_INTEGER) },
    },
  });
  return { ...requireOptions(values, 'bootstrap', 'group', 'topic'), count: positive(values.count, 'count') };
}

async function main(cluster, { group, topic, count }) {
  const member = new Member(cluster, group, topic);
  let printed = 0;
  while (printed < count) {
    await member.heartbeat();
    // Each partition in turn, so that an idle one does not hold up the others for long.
    const waitMs = Math.ceil(WAIT_MS / Math.max(1, member.positions.size));
    for (const [partition, position] of [...member.positions]) {
      const records = await fetch(cluster, topic, partition, position, waitMs);
      for (const record of records.slice(0, count - printed)) {
        console.log(`${topic}-${partition} offset ${record.offset}: ${record.value ?? '(no value)'}`);
        member.positions.set(partition, BigInt(record.offset) + 1n);
        printed++;
      }
      if (printed >= count) {
        break;
      }
    }
    // After the work, so that each record is worked on at least once.
    await member.commit();
  }
  await member.leave();
}

await run(USAGE, options, main);
