// SPDX-License-Identifier: Apache-2.0
// Two nodes in memory: node 0 knows everybody, node 1 leads everything. Enough of a broker to test a client's redirects.
import { fileURLToPath } from 'node:url';
import grpc from '@grpc/grpc-js';
import protoLoader from '@grpc/proto-loader';

const PROTOS = fileURLToPath(new URL('../../../../proto/src/main/proto', import.meta.url));
const LEADER = 1;

export class FakeCluster {
  #servers = [];
  #ports = [];
  #topics = new Map();
  #waiting = [];
  /** Changes a record on its way into the log, to plant a fault. */
  alter = (record) => record;
  /** Errors to answer the next produce requests with, before anything is written. */
  produceErrors = [];
  /** Once, a write is carried out and answered with an outcome that is not known. */
  loseAnswerAfterWriting = false;
  /** Leader epoch from the first answer on that leaves an outcome open. */
  nextLeaderEpoch = 1;
  #leaderEpoch = 1;

  async start() {
    const definition = protoLoader.loadSync(['admin', 'produce', 'fetch'].map((name) => `tidemark/v1/${name}.proto`), {
      includeDirs: [PROTOS], keepCase: true, longs: String, enums: String, defaults: true,
    });
    const services = grpc.loadPackageDefinition(definition).tidemark.v1;
    for (const node of [0, LEADER]) {
      const server = new grpc.Server();
      server.addService(services.AdminService.service, { CreateTopic: (call, reply) => this.#create(call.request, reply) });
      server.addService(services.ProduceService.service, { Produce: (call, reply) => this.#produce(node, call.request, reply) });
      server.addService(services.FetchService.service, {
        Fetch: (call, reply) => this.#fetch(node, call.request, reply),
        ListOffsets: (call, reply) => this.#listOffsets(node, call.request, reply),
      });
      this.#servers.push(server);
      this.#ports.push(await new Promise((resolve, reject) => {
        server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(),
          (fault, port) => (fault ? reject(fault) : resolve(port)));
      }));
    }
    return `127.0.0.1:${this.#ports[0]}`;
  }

  stop() {
    this.#servers.forEach((server) => server.forceShutdown());
  }

  #create({ name, partition_count: count }, reply) {
    if (this.#topics.has(name)) {
      reply(null, { error: 'ERROR_CODE_TOPIC_ALREADY_EXISTS', error_message: 'it exists' });
      return;
    }
    this.#topics.set(name, Array.from({ length: count }, () => []));
    reply(null, {});
  }

  #listOffsets(node, { partitions: [{ topic, partition, spec }] }, reply) {
    const log = this.#topics.get(topic)[partition];
    reply(null, {
      partitions: [node === LEADER
        ? { offset: String(spec === 'OFFSET_SPEC_EARLIEST' ? 0 : log.length), leader_epoch: this.#leaderEpoch }
        : this.#notLeader()],
    });
  }

  #notLeader() {
    return {
      error: 'ERROR_CODE_NOT_LEADER_OR_FOLLOWER',
      error_message: 'node 0 leads nothing',
      current_leader: { leader_id: LEADER, leader_epoch: 1, host: '127.0.0.1', port: this.#ports[LEADER] },
    };
  }

  #produce(node, { topic, partition, records }, reply) {
    const planted = node === LEADER ? this.produceErrors.shift() : undefined;
    if (node !== LEADER || planted) {
      this.#leaderEpoch = planted ? this.nextLeaderEpoch : this.#leaderEpoch;
      reply(null, node === LEADER ? planted : this.#notLeader());
      return;
    }
    const log = this.#topics.get(topic)[partition];
    const base = log.length;
    records.forEach((record) => log.push(this.alter({ ...record, offset: String(log.length) })));
    if (this.loseAnswerAfterWriting) {
      this.loseAnswerAfterWriting = false;
      this.#leaderEpoch = this.nextLeaderEpoch;
      reply(null, { error: 'ERROR_CODE_REQUEST_TIMED_OUT', error_message: 'no answer in time' });
    } else {
      reply(null, { base_offset: String(base) });
    }
    this.#waiting.splice(0).forEach((answer) => answer());
  }

  #fetch(node, { partitions: [{ topic, partition, fetch_offset: from }] }, reply) {
    if (node !== LEADER) {
      reply(null, { partitions: [this.#notLeader()] });
      return;
    }
    const records = this.#topics.get(topic)[partition].slice(Number(from));
    const answer = () => this.#fetch(node, { partitions: [{ topic, partition, fetch_offset: from }] }, reply);
    if (records.length === 0) {
      this.#waiting.push(answer);
    } else {
      reply(null, { partitions: [{ records }] });
    }
  }
}
