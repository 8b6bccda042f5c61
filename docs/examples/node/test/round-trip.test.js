// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { afterEach, beforeEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { FakeCluster } from './fake-cluster.js';

const SCRIPT = fileURLToPath(new URL('../round-trip.js', import.meta.url));

let cluster;
let bootstrap;

beforeEach(async () => {
  cluster = new FakeCluster();
  bootstrap = await cluster.start();
});

afterEach(() => cluster.stop());

function run(...args) {
  return new Promise((resolve) => {
    execFile(process.execPath, [SCRIPT, ...args], (fault, stdout, stderr) => {
      resolve({ code: fault ? fault.code : 0, stdout, stderr });
    });
  });
}

test('follows leader hints and reads back what it sent', async () => {
  const { code, stdout, stderr } = await run('--bootstrap', bootstrap, '--topic', 'orders');
  assert.equal(stderr, '');
  assert.match(stdout, /^ok: topic orders, 3 partitions, 300 records read back as sent, [1-9]\d* redirects/);
  assert.equal(code, 0);
});

test('tries again when nothing was written', async () => {
  cluster.produceErrors.push({ error: 'ERROR_CODE_NOT_ENOUGH_REPLICAS' }, { error: 'ERROR_CODE_OVERLOADED' });
  const { code } = await run('--bootstrap', bootstrap, '--partitions', '1');
  assert.equal(code, 0);
});

test('does not try again when the outcome is unknown', async () => {
  cluster.produceErrors.push({ error: 'ERROR_CODE_NOT_LEADER_OR_FOLLOWER', appended: true });
  const { code, stderr } = await run('--bootstrap', bootstrap, '--partitions', '1');
  assert.match(stderr, /failed: partition 0: ERROR_CODE_NOT_LEADER_OR_FOLLOWER/);
  assert.equal(code, 1);
});

test('fails on a record that comes back changed', async () => {
  cluster.alter = (record) => (record.offset === '55' ? { ...record, value: Buffer.from('other') } : record);
  const { code, stderr } = await run('--bootstrap', bootstrap, '--partitions', '1');
  assert.match(stderr, /failed: partition 0: sent .*"offset":"55"/);
  assert.equal(code, 1);
});

test('tells an absent value from an empty one', async () => {
  cluster.alter = (record) => (record.value === undefined ? { ...record, value: Buffer.alloc(0) } : record);
  const { code } = await run('--bootstrap', bootstrap, '--partitions', '1');
  assert.equal(code, 1);
});

test('fails when nobody answers', async () => {
  cluster.stop();
  const { code, stderr } = await run('--bootstrap', bootstrap);
  assert.match(stderr, /^failed: AdminService.CreateTopic at 127\.0\.0\.1:\d+: 14 UNAVAILABLE/);
  assert.equal(code, 1);
});

test('says how it is used', async () => {
  const { code, stderr } = await run();
  assert.match(stderr, /usage: node round-trip\.js --bootstrap HOST:PORT/);
  assert.equal(code, 2);
});
