// SPDX-License-Identifier: Apache-2.0
// Writes each line of standard input as one record to a partition and prints where it stands.
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { SHARED_OPTIONS, produce, requireOptions, run } from './tidemark.js';

const USAGE = 'usage: node produce.js --bootstrap HOST:PORT[,...] --topic NAME [--partition N] [--protos DIR]';

function options() {
  const { values } = parseArgs({
    options: { ...SHARED_OPTIONS, topic: { type: 'string' }, partition: { type: 'string', default: '0' } },
  });
  return requireOptions(values, 'bootstrap', 'topic');
}

async function main(cluster, { topic, partition }) {
  for await (const line of createInterface({ input: process.stdin })) {
    const offset = await produce(cluster, topic, Number(partition), [{ value: Buffer.from(line) }]);
    console.log(`${topic}-${partition} offset ${offset}: ${line}`);
  }
}

await run(USAGE, options, main);
