// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { afterEach, beforeEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Cluster, createTopic, loadProtos } from '../tidemark.js';
import { FakeCluster } from './fake-cluster.js';

let fake;
let bootstrap;

beforeEach(async () => {
  fake = new FakeCluster();
  bootstrap = await fake.start();
  const cluster = new Cluster(loadProtos(), bootstrap);
  await createTopic(cluster, 'orders', 1);
  cluster.close();
});

afterEach(() => fake.stop());

function run(script, args, input = '') {
  return new Promise((resolve) => {
    const path = fileURLToPath(new URL(`../${script}`, import.meta.url));
    const child = spawn(process.execPath, [path, '--bootstrap', bootstrap, ...args]);
    const said = { stdout: '', stderr: '' };
    child.stdout.on('data', (data) => { said.stdout += data; });
    child.stderr.on('data', (data) => { said.stderr += data; });
    child.on('close', (code) => resolve({ code, ...said }));
    child.stdin.end(input);
  });
}

test('produce writes each line and says where it stands', async () => {
  const { code, stdout } = await run('produce.js', ['--topic', 'orders'], 'one\ntwo\n');
  assert.equal(stdout, 'orders-0 offset 0: one\norders-0 offset 1: two\n');
  assert.equal(code, 0);
});

test('fetch waits for what is written while it reads', async () => {
  const reading = run('fetch.js', ['--topic', 'orders', '--count', '3']);
  await run('produce.js', ['--topic', 'orders'], 'one\ntwo\nthree\nfour\n');
  const { code, stdout } = await reading;
  assert.equal(stdout, 'one\ntwo\nthree\n');
  assert.equal(code, 0);
});

test('failover writes everything once when nothing happens', async () => {
  const { code, stdout } = await run('failover.js', ['--topic', 'orders', '--records', '20', '--pace', '1000']);
  assert.match(stdout, /^writing\nok: 20 records, each once and in order/);
  assert.equal(code, 0);
});

test('failover does not write again what was written although the answer says nothing', async () => {
  fake.loseAnswerAfterWriting = true;
  fake.nextLeaderEpoch = 2;
  const { code, stdout } = await run('failover.js', ['--topic', 'orders', '--records', '5', '--pace', '1000']);
  assert.match(stdout, /1 outcomes were not known, 1 of these were written/);
  assert.equal(code, 0);
});

test('failover writes again what a later leader does not have', async () => {
  fake.produceErrors.push({ error: 'ERROR_CODE_REQUEST_TIMED_OUT' });
  fake.nextLeaderEpoch = 2;
  const { code, stdout } = await run('failover.js', ['--topic', 'orders', '--records', '5', '--pace', '1000']);
  assert.match(stdout, /1 outcomes were not known, 0 of these were written/);
  assert.equal(code, 0);
});

test('each example says how it is used', async () => {
  for (const script of ['produce.js', 'fetch.js', 'failover.js', 'group-consume.js']) {
    const { code, stderr } = await run(script, []);
    assert.match(stderr, /needed: .*--topic[\s\S]*usage: node /, script);
    assert.equal(code, 2, script);
  }
});
