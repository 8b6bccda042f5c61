// SPDX-License-Identifier: Apache-2.0
// What the examples share: the .proto files loaded at run time, one connection per node, and the way to whoever serves a
// request, also while a node dies and another takes over.
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import grpc from '@grpc/grpc-js';
import protoLoader from '@grpc/proto-loader';

export const SUCCESS = 'ERROR_CODE_UNSPECIFIED';
export const PROTOS = fileURLToPath(new URL('../../../proto/src/main/proto', import.meta.url));

const RETRY_MS = 100;
const CALL_TIMEOUT_MS = 20_000;
const TOTAL_TIMEOUT_MS = 60_000;
const MESSAGE_MAX_BYTES = 16 * 1024 * 1024;

const codes = (...names) => new Set(names.map((name) => `ERROR_CODE_${name}`));

// errors.proto says of each of these: nothing was written, and trying again may help.
const RETRIABLE = codes(
  'UNKNOWN_TOPIC_OR_PARTITION',
  'NOT_LEADER_OR_FOLLOWER',
  'FENCED_LEADER_EPOCH',
  'UNKNOWN_LEADER_EPOCH',
  'NOT_ENOUGH_REPLICAS',
  'OFFSET_NOT_AVAILABLE',
  'LOG_OFFLINE',
  'DISK_FULL',
  'OVERLOADED',
  'LEADER_NOT_AVAILABLE',
);
const COORDINATOR_MOVED = codes('NOT_COORDINATOR', 'COORDINATOR_LOADING', 'COORDINATOR_NOT_AVAILABLE');

/** A call without an answer: of a write it is not known whether it was carried out, unless it was never sent. */
export class Unanswered extends Error {
  constructor(message, wasSent) {
    super(message);
    this.wasSent = wasSent;
  }
}

/** An answer that asks for no other try. `code` is its error; of a write with `isUnknown` the records may be in the log. */
export class Refused extends Error {
  constructor(message, code, isUnknown) {
    super(message);
    this.code = code;
    this.isUnknown = isUnknown;
  }
}

export function loadProtos(directory = PROTOS) {
  const files = ['admin', 'produce', 'fetch', 'group'].map((name) => `tidemark/v1/${name}.proto`);
  const definition = protoLoader.loadSync(files, {
    includeDirs: [directory],
    keepCase: true,
    // 64-bit numbers do not fit a JavaScript number.
    longs: String,
    enums: String,
    defaults: true,
  });
  return grpc.loadPackageDefinition(definition).tidemark.v1;
}

/** Finds leaders and coordinators by their hints and keeps one connection per node. */
export class Cluster {
  #protos;
  #bootstrap;
  #nodes = new Map();
  #leaders = new Map();
  #coordinators = new Map();
  /** How often another node than the one asked was the right one. */
  redirects = 0;

  /** `bootstrap` is one HOST:PORT or several with commas: any node of the cluster will do, several outlive the loss of one. */
  constructor(protos, bootstrap) {
    this.#protos = protos;
    this.#bootstrap = bootstrap.split(',');
  }

  /** Calls any node, for what any node serves: the next one when one does not answer. */
  async any(service, method, request) {
    let last;
    for (const address of this.#bootstrap) {
      try {
        return await this.call(address, service, method, request);
      } catch (fault) {
        last = fault;
      }
    }
    throw last;
  }

  /**
   * Calls the leader of a partition until it answers with something that does not ask for another try. `outcomeOf`
   * takes the partition's part out of the response: {error, error_message, current_leader}. Reads and look-ups are also
   * repeated when there is no answer (`mayRepeat`); for a write that was sent that is for the caller to decide.
   */
  async leader(topic, partition, service, method, request, outcomeOf, { mayRepeat = false } = {}) {
    const key = `${topic}-${partition}`;
    const deadline = Date.now() + TOTAL_TIMEOUT_MS;
    let next = 0;
    for (let tries = 1; ; tries++) {
      const address = this.#leaders.get(key) ?? this.#bootstrap[next % this.#bootstrap.length];
      let outcome;
      try {
        outcome = outcomeOf(await this.call(address, service, method, request));
      } catch (fault) {
        // Somebody else may lead by now: any other node knows.
        this.#leaders.delete(key);
        next++;
        if ((!mayRepeat && fault.wasSent) || Date.now() > deadline) {
          throw fault;
        }
        await sleep(RETRY_MS);
        continue;
      }
      if (outcome.error === SUCCESS) {
        this.#leaders.set(key, address);
        return outcome;
      }
      // Records that are in the leader's log although there is an error would be doubled by another try.
      if (outcome.appended || !RETRIABLE.has(outcome.error) || Date.now() > deadline) {
        throw new Refused(
          `partition ${partition}: ${outcome.error} from ${address}: ${outcome.error_message}`,
          outcome.error,
          Boolean(outcome.appended) || outcome.error === 'ERROR_CODE_REQUEST_TIMED_OUT',
        );
      }
      const hint = outcome.current_leader;
      const hinted = hint && hint.port > 0 ? `${hint.host}:${hint.port}` : null;
      if (hinted && hinted !== address) {
        this.redirects++;
        this.#leaders.set(key, hinted);
      } else {
        this.#leaders.delete(key);
        next++;
      }
      // The first hint is followed at once; after that the cluster needs time to agree.
      if (!hinted || hinted === address || tries > 1) {
        await sleep(RETRY_MS);
      }
    }
  }

  /**
   * Calls the coordinator of a group until it answers; every call of a group may be repeated. `requestTo` makes the request
   * for each attempt, given the leader epoch of the coordinator that is asked.
   */
  async coordinator(group, method, requestTo) {
    const deadline = Date.now() + TOTAL_TIMEOUT_MS;
    for (;;) {
      let problem;
      try {
        const asked = this.#coordinators.get(group) ?? await this.#findCoordinator(group);
        const answer = await this.call(
          `${asked.host}:${asked.port}`, 'GroupService', method, requestTo(asked.leader_epoch));
        if (!COORDINATOR_MOVED.has(answer.error)) {
          return answer;
        }
        problem = new Refused(`group ${group}: ${answer.error}: ${answer.error_message}`, answer.error, false);
      } catch (fault) {
        problem = fault;
      }
      this.#coordinators.delete(group);
      if (Date.now() > deadline) {
        throw problem;
      }
      await sleep(RETRY_MS);
    }
  }

  async #findCoordinator(group) {
    const found = await this.any('GroupService', 'FindCoordinator', { group_id: group });
    if (found.error !== SUCCESS) {
      throw new Refused(`group ${group} has no coordinator: ${found.error}`, found.error, false);
    }
    this.#coordinators.set(group, found.coordinator);
    return found.coordinator;
  }

  /** One call of one node. */
  call(address, service, method, request) {
    const client = this.#client(address, service);
    return new Promise((resolve, reject) => {
      client[method](request, { deadline: Date.now() + CALL_TIMEOUT_MS }, (fault, response) => {
        if (fault) {
          const wasSent = !(fault.code === grpc.status.UNAVAILABLE && /No connection established/.test(fault.message));
          reject(new Unanswered(`${service}.${method} at ${address}: ${fault.message}`, wasSent));
        } else {
          resolve(response);
        }
      });
    });
  }

  #client(address, service) {
    const key = `${address} ${service}`;
    if (!this.#nodes.has(key)) {
      const options = {
        'grpc.max_receive_message_length': MESSAGE_MAX_BYTES,
        // A node that was killed is back soon: do not back off for minutes.
        'grpc.max_reconnect_backoff_ms': 1_000,
      };
      this.#nodes.set(key, new this.#protos[service](address, grpc.credentials.createInsecure(), options));
    }
    return this.#nodes.get(key);
  }

  close() {
    this.#nodes.forEach((client) => client.close());
  }
}

export async function createTopic(cluster, name, partitions, configs = {}) {
  const response = await cluster.any('AdminService', 'CreateTopic', { name, partition_count: partitions, configs });
  if (response.error !== SUCCESS) {
    throw new Error(`cannot create topic ${name}: ${response.error}: ${response.error_message}`);
  }
}

/** Writes plain records; returns the offset of the first. */
export async function produce(cluster, topic, partition, records) {
  const written = await cluster.leader(topic, partition, 'ProduceService', 'Produce', {
    topic, partition, acks: 'ACKS_ALL', records,
  }, (response) => response);
  return BigInt(written.base_offset);
}

/** Reads from an offset on; waits up to `waitMs` until there is something (long poll). Only committed records are seen. */
export async function fetch(cluster, topic, partition, fetchOffset, waitMs) {
  const fetched = await cluster.leader(topic, partition, 'FetchService', 'Fetch', {
    partitions: [{ topic, partition, fetch_offset: String(fetchOffset) }],
    max_wait_ms: waitMs,
    decode_records: true,
  }, (response) => response.partitions[0], { mayRepeat: true });
  return fetched.records;
}

/** Asks the leader for an offset: {offset, leader_epoch}. `spec` is OFFSET_SPEC_EARLIEST or OFFSET_SPEC_LATEST. */
export async function listOffset(cluster, topic, partition, spec) {
  const listed = await cluster.leader(topic, partition, 'FetchService', 'ListOffsets', {
    partitions: [{ topic, partition, spec }],
  }, (response) => response.partitions[0], { mayRepeat: true });
  return { offset: BigInt(listed.offset), leaderEpoch: listed.leader_epoch };
}

/** Runs an example: parses its options, says how it is used, ends with 1 when it fails. */
export async function run(usage, parse, main) {
  let options;
  try {
    options = parse();
  } catch (fault) {
    console.error(`${fault.message}\n${usage}`);
    process.exit(2);
  }
  const cluster = new Cluster(loadProtos(options.protos), options.bootstrap);
  try {
    await main(cluster, options);
  } catch (fault) {
    console.error(`failed: ${fault.message}`);
    // Not only the exit code: what else the example was waiting for has no meaning any more.
    process.exit(1);
  }
  cluster.close();
}

/** The options that every example has. */
export const SHARED_OPTIONS = {
  bootstrap: { type: 'string' },
  protos: { type: 'string', default: PROTOS },
};

export function requireOptions(values, ...names) {
  const missing = names.filter((name) => !values[name]);
  if (missing.length > 0) {
    throw new Error(`needed: ${missing.map((name) => `--${name}`).join(', ')}`);
  }
  return values;
}

export function positive(text, name) {
  const number = Number(text);
  if (!Number.isInteger(number) || number <= 0) {
    throw new Error(`--${name} is a number above 0`);
  }
  return number;
}
