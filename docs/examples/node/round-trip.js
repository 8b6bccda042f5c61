// SPDX-License-Identifier: Apache-2.0
// Creates a topic, produces plain records to it, reads them back and compares, all from the .proto files alone.
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { SHARED_OPTIONS, createTopic, fetch, produce, requireOptions, run } from './tidemark.js';

const USAGE = 'usage: node round-trip.js --bootstrap HOST:PORT [--topic NAME] [--partitions N] [--records N] [--protos DIR]';
const BATCH_RECORDS = 10;
const WAIT_MS = 5_000;

/** What goes into a partition: with and without key, value and headers, because absent is not empty. */
function sampleRecords(partition, count) {
  return Array.from({ length: count }, (_, i) => ({
    timestamp_ms: String(1_700_000_000_000 + i),
    key: i % 3 === 0 ? null : Buffer.from(`key ${i}`),
    value: i % 7 === 0 ? null : Buffer.from(i % 5 === 0 ? '' : `value ${i} of partition ${partition}`),
    headers: i % 4 === 0 ? [{ key: 'n', value: Buffer.from([i]) }, { key: 'none', value: null }] : [],
  }));
}

async function produceAll(cluster, topic, partition, records) {
  let firstOffset = null;
  for (let from = 0; from < records.length; from += BATCH_RECORDS) {
    const offset = await produce(cluster, topic, partition, records.slice(from, from + BATCH_RECORDS));
    firstOffset ??= offset;
  }
  return firstOffset;
}

/** Long polls until so many records have come. */
async function consume(cluster, topic, partition, count) {
  const records = [];
  let fetchOffset = 0n;
  while (records.length < count) {
    for (const record of await fetch(cluster, topic, partition, fetchOffset, WAIT_MS)) {
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
    produceAll(cluster, topic, partition, sent),
  ]);
  compare(partition, sent, firstOffset, received);
}

function options() {
  const { values } = parseArgs({
    options: {
      ...SHARED_OPTIONS,
      topic: { type: 'string', default: `node-example-${Date.now()}` },
      partitions: { type: 'string', default: '3' },
      records: { type: 'string', default: '100' },
    },
  });
  const parsed = { ...values, partitions: Number(values.partitions), records: Number(values.records) };
  if (!(parsed.partitions > 0) || !(parsed.records > 0)) {
    throw new Error('--partitions and --records are numbers above 0');
  }
  return requireOptions(parsed, 'bootstrap');
}

async function main(cluster, { topic, partitions, records }) {
  await createTopic(cluster, topic, partitions);
  const numbers = Array.from({ length: partitions }, (_, partition) => partition);
  await Promise.all(numbers.map((partition) => roundTrip(cluster, topic, partition, records)));
  console.log(`ok: topic ${topic}, ${partitions} partitions, ${partitions * records} records read back as sent, `
    + `${cluster.redirects} redirects to leaders`);
}

await run(USAGE, options, main);
