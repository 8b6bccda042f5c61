// SPDX-License-Identifier: Apache-2.0
// Prints the records of a partition from its beginning and waits for more with a long poll: an open request costs nothing
// while there is nothing, and is answered as soon as a record is committed.
import { parseArgs } from 'node:util';
import { SHARED_OPTIONS, fetch, listOffset, positive, requireOptions, run } from './tidemark.js';

const USAGE = 'usage: node fetch.js --bootstrap HOST:PORT[,...] --topic NAME [--partition N] [--count N] [--protos DIR]';
const WAIT_MS = 10_000;

function options() {
  const { values } = parseArgs({
    options: {
      ...SHARED_OPTIONS,
      topic: { type: 'string' },
      partition: { type: 'string', default: '0' },
      count: { type: 'string', default: String(Number.MAX_SAFE_INTEGER) },
    },
  });
  return { ...requireOptions(values, 'bootstrap', 'topic'), count: positive(values.count, 'count') };
}

async function main(cluster, { topic, partition, count }) {
  const number = Number(partition);
  let { offset } = await listOffset(cluster, topic, number, 'OFFSET_SPEC_EARLIEST');
  for (let printed = 0; printed < count;) {
    for (const record of (await fetch(cluster, topic, number, offset, WAIT_MS)).slice(0, count - printed)) {
      // Absent is not empty: without a value the record says that its key is gone.
      console.log(record.value === undefined || record.value === null ? '(no value)' : record.value.toString());
      offset = BigInt(record.offset) + 1n;
      printed++;
    }
  }
}

await run(USAGE, options, main);
