// SPDX-License-Identifier: Apache-2.0
// Writes numbered records for a while, whatever happens to the nodes, then reads them back. Kill the leader meanwhile.
//
// A plain record has no sequence, so a write whose outcome is not known must not simply be repeated. Whoever leads then
// knows: once a leader of a later epoch tells its latest offset, all that an earlier one had accepted for good is below it.
// So the example looks whether the record is there before it writes it again.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Refused, SHARED_OPTIONS, Unanswered, fetch, listOffset, positive, produce, requireOptions, run } from './tidemark.js';

const USAGE = 'usage: node failover.js --bootstrap HOST:PORT[,...] --topic NAME [--records N] [--pace PER_SECOND] [--protos DIR]';
const PARTITION = 0;
const LOOK_MS = 100;
const LOOKS_MAX = 600;

function options() {
  const { values } = parseArgs({
    options: {
      ...SHARED_OPTIONS,
      topic: { type: 'string' },
      records: { type: 'string', default: '500' },
      pace: { type: 'string', default: '50' },
    },
  });
  return {
    ...requireOptions(values, 'bootstrap', 'topic'),
    records: positive(values.records, 'records'),
    pace: positive(values.pace, 'pace'),
  };
}

/** The records from an offset up to another. */
async function readBetween(cluster, topic, from, to) {
  const values = [];
  for (let offset = from; offset < to;) {
    for (const record of await fetch(cluster, topic, PARTITION, offset, LOOK_MS)) {
      offset = BigInt(record.offset) + 1n;
      if (offset <= to) {
        values.push(record.value.toString());
      }
    }
  }
  return values;
}

class Writer {
  #cluster;
  #topic;
  /** Everything this writer wrote is below. */
  #end;
  #leaderEpoch;
  unknown = 0;
  foundWritten = 0;

  static async begin(cluster, topic) {
    const writer = new Writer();
    const { offset, leaderEpoch } = await listOffset(cluster, topic, PARTITION, 'OFFSET_SPEC_LATEST');
    writer.#cluster = cluster;
    writer.#topic = topic;
    writer.#end = offset;
    writer.#leaderEpoch = leaderEpoch;
    return writer;
  }

  async write(value) {
    for (;;) {
      try {
        const offset = await produce(this.#cluster, this.#topic, PARTITION, [{ value: Buffer.from(value) }]);
        this.#end = offset + 1n;
        return;
      } catch (fault) {
        const isUnknown = fault instanceof Unanswered || (fault instanceof Refused && fault.isUnknown);
        if (!isUnknown) {
          throw fault;
        }
        this.unknown++;
        if (await this.#isWritten(value)) {
          this.foundWritten++;
          return;
        }
      }
    }
  }

  /** Waits for the next leader and looks whether the record is there. */
  async #isWritten(value) {
    for (let looks = 0; looks < LOOKS_MAX; looks++) {
      const { offset, leaderEpoch } = await listOffset(this.#cluster, this.#topic, PARTITION, 'OFFSET_SPEC_LATEST');
      const values = await readBetween(this.#cluster, this.#topic, this.#end, offset);
      if (values.includes(value)) {
        this.#end = offset;
        this.#leaderEpoch = leaderEpoch;
        return true;
      }
      if (leaderEpoch > this.#leaderEpoch) {
        this.#end = offset;
        this.#leaderEpoch = leaderEpoch;
        return false;
      }
      // The same leader may still be at it.
      await sleep(LOOK_MS);
    }
    throw new Error(`it cannot be found out whether "${value}" was written`);
  }
}

async function main(cluster, { topic, records, pace }) {
  const { offset: begin } = await listOffset(cluster, topic, PARTITION, 'OFFSET_SPEC_LATEST');
  const writer = await Writer.begin(cluster, topic);
  let longestMs = 0;
  for (let i = 0; i < records; i++) {
    const startMs = Date.now();
    await writer.write(`record ${i}`);
    longestMs = Math.max(longestMs, Date.now() - startMs);
    if (i === 0) {
      console.log('writing');
    }
    await sleep(1_000 / pace);
  }
  const { offset: end } = await listOffset(cluster, topic, PARTITION, 'OFFSET_SPEC_LATEST');
  const read = await readBetween(cluster, topic, begin, end);
  const expected = Array.from({ length: records }, (_, i) => `record ${i}`);
  if (JSON.stringify(read) !== JSON.stringify(expected)) {
    const wrong = expected.findIndex((value, i) => value !== read[i]);
    throw new Error(`${records} written, ${read.length} read; the first that differs is number ${wrong}: ${read[wrong]}`);
  }
  console.log(`ok: ${records} records, each once and in order; the longest write took ${longestMs} ms; `
    + `${writer.unknown} outcomes were not known, ${writer.foundWritten} of these were written`);
}

await run(USAGE, options, main);
