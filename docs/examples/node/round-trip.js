// SPDX-License-Identifier: Apache-2.0
// Creates a topic, produces plain records to it, reads them back and compares, all from the .proto files alone.
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import grpc from '@grpc/grpc-js';
import protoLoader from '@grpc/proto-loader';

const USAGE = 'usage: node round-trip.js --bootstrap HOST:PORT [--topic NAME] [--partitions N] [--records N] [--protos DIR]';
const RETRY_MS = 100;
const CALL_TIMEOUT_MS = 20_000;
const TOTAL_TIMEOUT_MS = 60_000;
const BATCH_RECORDS = 10;

// errors.proto says of each of these: nothing was written, and trying again may help.
const RETRIABLE = new Set([
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
].map((name) => `ERROR_CODE_${name}`));
const SUCCESS = 'ERROR_CODE_UNSPECIFIED';

/** Finds leaders by their hints and keeps one connection per node. */
class Cluster {
  #protos;
  #bootstrap;
  #nodes = new Map();
  #leaders = new Map();
  #deadline = Date.now() + TOTAL_TIMEOUT_MS;
  redirects = 0;

  constructor(protos, bootstrap) {
    this.#protos = protos;
    this.#bootstrap = bootstrap;
  }

  /** Calls any node, for what any node serves. */
  any(service, method, request) {
    return this.#call(this.#bootstrap, service, method, request);
  }

  /**
   * Calls the leader of a partition until it answers with something that does not ask for another try. `outcomeOf`
   * takes the partition's part out of the response: {error, error_message, current_leader}.
   */
  async leader(partition, service, method, request, outcomeOf) {
    for (let tries = 1; ; tries++) {
      const address = this.#leaders.get(partition) ?? this.#bootstrap;
      const outcome = outcomeOf(await this.#call(address, service, method, request));
      if (outcome.error === SUCCESS) {
        return outcome;
      }
      const failure = `partition ${partition}: ${outcome.error} from ${address}: ${outcome.error_message}`;
      // Records that are in the leader's log although there is an error would be doubled by another try.
      if (outcome.appended || !RETRIABLE.has(outcome.error) || Date.now() > this.#deadline) {
        throw new Error(failure);
      }
      const hint = outcome.current_leader;
      const hinted = hint && hint.port > 0 ? `${hint.host}:${hint.port}` : this.#bootstrap;
      this.redirects += hinted === address ? 0 : 1;
      this.#leaders.set(partition, hinted);
      // The first hint is followed at once; after that the cluster needs time to agree.
      if (hinted === address || tries > 1) {
        await sleep(RETRY_MS);
      }
    }
  }

  #call(address, service, method, request) {
    const client = this.#client(address, service);
    const deadline = Math.min(Date.now() + CALL_TIMEOUT_MS, this.#deadline);
    return new Promise((resolve, reject) => {
      client[method](request, { deadline }, (fault, response) => {
        if (fault) {
          reject(new Error(`${service}.${method} at ${address}: ${fault.message}`));
        } else {
          resolve(response);
        }
      });
    });
  }

  #client(address, service) {
    const key = `${address} ${service}`;
    if (!this.#nodes.has(key)) {
      const options = { 'grpc.max_receive_message_length': 16 * 1024 * 1024 };
      this.#nodes.set(key, new this.#protos[service](address, grpc.credentials.createInsecure(), options));
    }
    return this.#nodes.get(key);
  }

  close() {
    this.#nodes.forEach((client) => client.close());
  }
}

function loadProtos(directory) {
  const files = ['admin', 'produce', 'fetch'].map((name) => `tidemark/v1/${name}.proto`);
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

async function createTopic(cluster, name, partitions) {
  const response = await cluster.any('AdminService', 'CreateTopic', { name, partition_count: partitions });
  if (response.error !== SUCCESS) {
    throw new Error(`cannot create topic ${name}: ${response.error}: ${response.error_message}`);
  }
}

/** What goes into a partition: with and without key, value and headers, because absent is not empty. */
function sampleRecords(partition, count) {
  return Array.from({ length: count }, (_, i) => ({
    timestamp_ms: String(1_700_000_000_000 + i),
    key: i % 3 === 0 ? null : Buffer.from(`key ${i}`),
    value: i % 7 === 0 ? null : Buffer.from(i % 5 === 0 ? '' : `value ${i} of partition ${partition}`),
    headers: i % 4 === 0 ? [{ key: 'n', value: Buffer.from([i]) }, { key: 'none', value: null }] : [],
  }));
}

async function produce(cluster, topic, partition, records) {
  let firstOffset = null;
  for (let from = 0; from < records.length; from += BATCH_RECORDS) {
    const written = await cluster.leader(partition, 'ProduceService', 'Produce', {
      topic,
      partition,
      acks: 'ACKS_ALL',
      records: records.slice(from, from + BATCH_RECORDS),
    }, (response) => response);
    firstOffset ??= BigInt(written.base_offset);
  }
  return firstOffset;
}

/** Long polls until so many records have come. */
async function consume(cluster, topic, partition, count) {
  const records = [];
  let fetchOffset = 0n;
  while (records.length < count) {
    const fetched = await cluster.leader(partition, 'FetchService', 'Fetch', {
      partitions: [{ topic, partition, fetch_offset: String(fetchOffset) }],
      max_wait_ms: 5_000,
      decode_records: true,
    }, (response) => response.partitions[0]);
    for (const record of fetched.records) {
      records.push(record);
      fetchOffset = BigInt(record.offset) + 1n;
    }
  }
  return records;
}

/** A record in one form, whether it was sent or received: absent fields are null. */
function plain(record, offset) {
  return {
    offset: String(offset),
    timestamp_ms: record.timestamp_ms,
    key: record.key ?? null,
    value: record.value ?? null,
    headers: record.headers.map((header) => ({ key: header.key, value: header.value ?? null })),
  };
}

function compare(partition, sent, firstOffset, received) {
  if (received.length !== sent.length) {
    throw new Error(`partition ${partition}: ${sent.length} records sent, ${received.length} received`);
  }
  sent.forEach((record, i) => {
    const expected = plain(record, firstOffset + BigInt(i));
    const actual = plain(received[i], received[i].offset);
    if (!isDeepStrictEqual(actual, expected)) {
      throw new Error(`partition ${partition}: sent ${JSON.stringify(expected)}, received ${JSON.stringify(actual)}`);
    }
  });
}

async function roundTrip(cluster, topic, partition, count) {
  const sent = sampleRecords(partition, count);
  // Reading begins first, so that it waits for what is produced.
  const [received, firstOffset] = await Promise.all([
    consume(cluster, topic, partition, count),
    produce(cluster, topic, partition, sent),
  ]);
  compare(partition, sent, firstOffset, received);
}

function options() {
  const { values } = parseArgs({
    options: {
      bootstrap: { type: 'string' },
      topic: { type: 'string', default: `node-example-${Date.now()}` },
      partitions: { type: 'string', default: '3' },
      records: { type: 'string', default: '100' },
      protos: { type: 'string', default: fileURLToPath(new URL('../../../proto/src/main/proto', import.meta.url)) },
    },
  });
  const parsed = { ...values, partitions: Number(values.partitions), records: Number(values.records) };
  if (!parsed.bootstrap || !(parsed.partitions > 0) || !(parsed.records > 0)) {
    throw new Error('--bootstrap is needed, --partitions and --records are numbers above 0');
  }
  return parsed;
}

async function main({ bootstrap, topic, partitions, records, protos }) {
  const cluster = new Cluster(loadProtos(protos), bootstrap);
  try {
    await createTopic(cluster, topic, partitions);
    const numbers = Array.from({ length: partitions }, (_, partition) => partition);
    await Promise.all(numbers.map((partition) => roundTrip(cluster, topic, partition, records)));
    console.log(`ok: topic ${topic}, ${partitions} partitions, ${partitions * records} records read back as sent, `
      + `${cluster.redirects} redirects to leaders`);
  } finally {
    cluster.close();
  }
}

let parsed;
try {
  parsed = options();
} catch (fault) {
  console.error(`${fault.message}\n${USAGE}`);
  process.exit(2);
}
try {
  await main(parsed);
} catch (fault) {
  console.error(`failed: ${fault.message}`);
  process.exit(1);
}
