// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.broker;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.tidemark.engine.log.LogStore.StoredLog;
import io.tidemark.engine.log.memory.MemoryLogStore;
import io.tidemark.metadata.command.ClusterCommand.ReassignPartitions;
import io.tidemark.metadata.command.ClusterCommand.ReplicaChange;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.v1.DeletedRecords;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.FetchRequest;
import io.tidemark.v1.FetchServiceGrpc;
import io.tidemark.v1.FetchedPartition;
import io.tidemark.v1.InitProducerIdRequest;
import io.tidemark.v1.PartitionRecord;
import io.tidemark.v1.ProduceResponse;
import io.tidemark.v1.ProduceServiceGrpc;
import io.tidemark.v1.ReplicaDescription;
import io.tidemark.v1.ReplicaFetchPartition;
import io.tidemark.v1.ReplicaFetchRequest;
import io.tidemark.v1.ReplicaFetchResponse;
import io.tidemark.v1.ReplicaServiceGrpc;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three whole brokers over gRPC, with logs in memory and the controller's decisions in this JVM. */
class BrokersTest {
    private static final int LEASE_MS = 1_500;

    private final LocalBrokers brokers = new LocalBrokers(LEASE_MS);
    private final LocalQuorum quorum = brokers.quorum();
    private final Map<Integer, MemoryLogStore> stores = new TreeMap<>();
    private ClusterClient client = new ClusterClient(Map.of());

    @BeforeEach
    void start(@TempDir Path dataDirectories) throws Exception {
        brokers.useDirectory(dataDirectories);
        for (int id = 1; id <= 3; id++) {
            stores.put(id, new MemoryLogStore());
            startBroker(id);
        }
        client = brokers.client();
        brokers.awaitReady();
    }

    @AfterEach
    void stop() throws Exception {
        client.close();
        brokers.stop();
        assertThat(brokers.faults()).isEmpty();
    }

    private void startBroker(int id) throws Exception {
        brokers.start(id, storeOf(id));
    }

    private void kill(int id) throws InterruptedException, IOException {
        brokers.kill(id);
    }

    private void createReplicated(String topic) {
        assertThat(client.createTopic(1, topic, 1, 3).getError()).isEqualTo(ErrorCode.ERROR_CODE_UNSPECIFIED);
    }

    private int leaderOf(String topic) {
        return requireNonNull(quorum.image().topic(topic)).partitions().get(0).leader();
    }

    private MemoryLogStore storeOf(int id) {
        return requireNonNull(stores.get(id));
    }

    private int portOf(int id) {
        return brokers.portOf(id);
    }

    private int anotherThan(int node) {
        return node == 1 ? 2 : 1;
    }

    @Test
    void acknowledgesWhatEveryReplicaHolds() {
        createReplicated("orders");
        List<Integer> all = List.of(1, 2, 3);
        ProduceResponse first = client.produceSomewhere(all, "orders", "one");
        ProduceResponse second = client.produceSomewhere(all, "orders", "two");

        assertThat(first.getBaseOffset()).isZero();
        assertThat(second.getBaseOffset()).isEqualTo(1);
        assertThat(second.getReplicaCount()).isEqualTo(3);
        assertThat(client.values(leaderOf("orders"), "orders")).containsExactly("one", "two");
    }

    @Test
    void sendsAConsumerToTheReplicaInItsRackWhichServesIt() {
        createReplicated("orders");
        client.produceSomewhere(List.of(1, 2, 3), "orders", "one");
        int leader = leaderOf("orders");
        int near = anotherThan(leader);

        FetchedPartition atLeader = client.fetchFromRack(leader, "orders", "rack-" + near);
        assertThat(atLeader.getPreferredReplica().getLeaderId()).isEqualTo(near);
        assertThat(atLeader.getPreferredReplica().getPort()).isEqualTo(portOf(near));
        assertThat(atLeader.getRecordsList()).isEmpty();

        FetchedPartition atReplica = client.fetchFromRack(near, "orders", "rack-" + near);
        assertThat(atReplica.getError()).isEqualTo(ErrorCode.ERROR_CODE_UNSPECIFIED);
        assertThat(atReplica.getRecords(0).getValue().toStringUtf8()).isEqualTo("one");
        assertThat(client.fetch(near, "orders", 0, 0).getError())
                .isEqualTo(ErrorCode.ERROR_CODE_NOT_LEADER_OR_FOLLOWER);
    }

    @Test
    void deletesRecordsOnEveryReplica() throws Exception {
        createReplicated("orders");
        List<Integer> all = List.of(1, 2, 3);
        client.produceSomewhere(all, "orders", "one");
        client.produceSomewhere(all, "orders", "two");
        int leader = leaderOf("orders");

        DeletedRecords refused = client.deleteRecords(leader, "orders", 9);
        DeletedRecords elsewhere = client.deleteRecords(anotherThan(leader), "orders", 1);
        DeletedRecords deleted = client.deleteRecords(leader, "orders", 1);

        assertThat(refused.getError()).isEqualTo(ErrorCode.ERROR_CODE_OFFSET_OUT_OF_RANGE);
        assertThat(elsewhere.getError()).isEqualTo(ErrorCode.ERROR_CODE_NOT_LEADER_OR_FOLLOWER);
        assertThat(elsewhere.getCurrentLeader().getLeaderId()).isEqualTo(leader);
        assertThat(deleted.getError()).isEqualTo(ErrorCode.ERROR_CODE_UNSPECIFIED);
        assertThat(deleted.getLogStartOffset()).isEqualTo(1);

        kill(leader);
        quorum.fence(leader);
        List<Integer> left = all.stream().filter(node -> node != leader).toList();
        client.produceSomewhere(left, "orders", "three");
        FetchedPartition gone = client.fetch(leaderOf("orders"), "orders", 0, 0);
        assertThat(gone.getError()).isEqualTo(ErrorCode.ERROR_CODE_OFFSET_OUT_OF_RANGE);
        assertThat(gone.getLogStartOffset()).isEqualTo(1);
    }

    @Test
    void aReplicaThatBeginsAnewKnowsWhoWroteWhatWasDeleted() throws Exception {
        createReplicated("orders");
        int leader = leaderOf("orders");
        int away = requireNonNull(quorum.image().topic("orders")).partitions().get(0).replicas().stream()
                .filter(node -> node != leader)
                .findFirst()
                .orElseThrow();
        kill(away);
        quorum.fence(away);
        long producerId = producerId(leader);
        ClusterClient.await(
                "the record is written",
                () -> client.produceAs(leader, "orders", producerId, 0, "one").getError()
                        == ErrorCode.ERROR_CODE_UNSPECIFIED);
        assertThat(client.deleteRecords(leader, "orders", 1).getLogStartOffset())
                .isEqualTo(1);
        stores.put(away, new MemoryLogStore());
        startBroker(away);
        ClusterClient.await(
                "all are in sync", () -> client.partition(leader, "orders").getIsrCount() == 3);

        kill(leader);
        quorum.fence(leader);
        ClusterClient.await("the replica leads", () -> leaderOf("orders") == away);
        ClusterClient.await("it says so", () -> client.partition(away, "orders").getLeader() == away);
        ProduceResponse again = client.produceAs(away, "orders", producerId, 0, "one");
        ProduceResponse next = client.produceAs(away, "orders", producerId, 1, "two");

        assertThat(again.getError()).as(again.getErrorMessage()).isEqualTo(ErrorCode.ERROR_CODE_UNSPECIFIED);
        assertThat(again.getDuplicate()).isTrue();
        assertThat(again.getBaseOffset()).isZero();
        assertThat(next.getBaseOffset()).isEqualTo(1);
    }

    @Test
    void aMoveWithALimitTakesItsTimeHoldsUpNoWriteAndEndsWithItsLimit() {
        assertThat(client.createTopic(1, "orders", 1, 2).getError()).isEqualTo(ErrorCode.ERROR_CODE_UNSPECIFIED);
        List<Integer> all = List.of(1, 2, 3);
        client.produceSomewhere(all, "orders", "x".repeat(60_000));
        int leader = leaderOf("orders");
        List<Integer> target =
                new ArrayList<>(client.partition(leader, "orders").getReplicasList());
        target.addAll(all.stream().filter(id -> !target.contains(id)).toList());
        UUID topicId = requireNonNull(quorum.image().topic("orders")).topicId();
        PartitionKey key = new PartitionKey(topicId, 0);

        long startNanos = System.nanoTime();
        quorum.decide(new ReassignPartitions(List.of(new ReplicaChange(key, target, 20_000))));
        assertThat(client.produceSomewhere(all, "orders", "meanwhile").getReplicaCount())
                .isEqualTo(2);
        ClusterClient.await("the move ends", () -> moved(key).adding().isEmpty());

        // One second's worth may come at once; the rest is paid for before the next fetch, which acknowledges it.
        assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos))
                .isGreaterThan(1_900);
        assertThat(moved(key).isr()).containsExactlyInAnyOrderElementsOf(all);
        assertThat(moved(key).throttleBytesPerS()).isEqualTo(PartitionImage.NO_THROTTLE);
        assertThat(client.produceSomewhere(all, "orders", "after").getReplicaCount())
                .isEqualTo(3);
    }

    private PartitionImage moved(PartitionKey key) {
        return requireNonNull(quorum.image().partition(key));
    }

    @Test
    void eachBrokerTellsHowFarItsReplicasAre() {
        createReplicated("orders");
        client.produceSomewhere(List.of(1, 2, 3), "orders", "one");
        int leader = leaderOf("orders");
        ClusterClient.await(
                "the leader knows that both followers have the record",
                () -> client.replica(leader, "orders").getFollowersList().stream()
                        .allMatch(follower -> follower.getLogEndOffset() == 1));

        ReplicaDescription led = client.replica(leader, "orders");
        assertThat(led.getLeads()).isTrue();
        assertThat(led.getLogEndOffset()).isEqualTo(1);
        assertThat(led.getFollowersList()).hasSize(2);
        ReplicaDescription followed = client.replica(anotherThan(leader), "orders");
        assertThat(followed.getLeads()).isFalse();
        assertThat(followed.getLogEndOffset()).isEqualTo(1);
        assertThat(followed.getOffline()).isEmpty();
        assertThat(followed.getFollowersList()).isEmpty();
    }

    @Test
    void aDrainedBrokerLeadsNothingUntilTheDrainEnds() {
        createReplicated("orders");
        int drained = leaderOf("orders");
        assertThat(client.drain(anotherThan(drained), drained, false)).isEqualTo(ErrorCode.ERROR_CODE_UNSPECIFIED);
        assertThat(leaderOf("orders")).isNotEqualTo(drained);
        assertThat(client.produceSomewhere(List.of(1, 2, 3), "orders", "one").getReplicaCount())
                .isEqualTo(3);
        assertThat(client.drain(drained, drained, true)).isEqualTo(ErrorCode.ERROR_CODE_UNSPECIFIED);
        assertThat(client.drain(drained, 9, false)).isEqualTo(ErrorCode.ERROR_CODE_BROKER_NOT_REGISTERED);
    }

    @Test
    void redirectsToTheLeader() {
        createReplicated("orders");
        client.produceSomewhere(List.of(1, 2, 3), "orders", "one");
        int leader = leaderOf("orders");

        ProduceResponse refused = client.produce(anotherThan(leader), "orders", "two");

        assertThat(refused.getError()).isEqualTo(ErrorCode.ERROR_CODE_NOT_LEADER_OR_FOLLOWER);
        assertThat(refused.getCurrentLeader().getLeaderId()).isEqualTo(leader);
        assertThat(refused.getCurrentLeader().getPort()).isEqualTo(portOf(leader));
    }

    @Test
    void wakesAWaitingFetchWhenRecordsAreCommitted() throws Exception {
        createReplicated("orders");
        client.produceSomewhere(List.of(1, 2, 3), "orders", "one");
        int leader = leaderOf("orders");
        CompletableFuture<FetchedPartition> waiting =
                CompletableFuture.supplyAsync(() -> client.fetch(leader, "orders", 1, 8_000));

        client.produce(leader, "orders", "two");

        FetchedPartition fetched = waiting.get(8, TimeUnit.SECONDS);
        assertThat(fetched.getRecordsList()).hasSize(1);
        assertThat(fetched.getRecords(0).getOffset()).isEqualTo(1);
    }

    @Test
    void answersAnIdleFetchWhenItsWaitIsOver() {
        createReplicated("orders");
        client.produceSomewhere(List.of(1, 2, 3), "orders", "one");

        FetchedPartition fetched = client.fetch(leaderOf("orders"), "orders", 1, 200);

        assertThat(fetched.getError()).isEqualTo(ErrorCode.ERROR_CODE_UNSPECIFIED);
        assertThat(fetched.getRecordsList()).isEmpty();
    }

    @Test
    void failsOverAndTakesTheOldLeaderBack() throws Exception {
        createReplicated("orders");
        client.produceSomewhere(List.of(1, 2, 3), "orders", "one");
        int old = leaderOf("orders");
        List<Integer> others = new ArrayList<>(List.of(1, 2, 3));
        others.remove((Integer) old);

        storeOf(old).crash(false);
        kill(old);
        long fencedNs = System.nanoTime();
        quorum.fence(old);
        client.produceSomewhere(others, "orders", "two");
        long failoverMs = (System.nanoTime() - fencedNs) / 1_000_000;
        startBroker(old);
        ClusterClient.await("the old leader is in sync again", () -> {
            PartitionRecord partition = client.partition(others.get(0), "orders");
            return partition.getIsrCount() == 3;
        });
        ProduceResponse last = client.produceSomewhere(others, "orders", "three");

        assertThat(last.getReplicaCount()).isEqualTo(3);
        assertThat(client.values(leaderOf("orders"), "orders")).containsExactly("one", "two", "three");
        assertThat(failoverMs).as("from fencing to the first acknowledgement").isLessThan(1_000);
    }

    @Test
    void forgetsADeletedTopicAndServesANewOneOfItsName() {
        createReplicated("orders");
        client.produceSomewhere(List.of(1, 2, 3), "orders", "old");
        client.deleteTopic(1, "orders");
        ClusterClient.await("every log is deleted", () -> stores.values().stream()
                .allMatch(store -> store.list().isEmpty()));

        createReplicated("orders");
        client.produceSomewhere(List.of(1, 2, 3), "orders", "new");

        assertThat(client.values(leaderOf("orders"), "orders")).containsExactly("new");
    }

    @Test
    void takesAReplicaBackWhoseLogWasFoundDamaged() {
        createReplicated("orders");
        List<Integer> all = List.of(1, 2, 3);
        client.produceSomewhere(all, "orders", "one");
        PartitionRecord before = client.partition(1, "orders");
        int damaged = before.getLeader();
        UUID topicId = requireNonNull(quorum.image().topic("orders")).topicId();
        brokers.role(damaged).onDamage(new StoredLog("orders", topicId, 0), "segment 0: bad record");

        ClusterClient.await("another leads", () -> client.partition(1, "orders").getLeader() != damaged);
        client.produceSomewhere(all, "orders", "two");
        ClusterClient.await(
                "all are in sync again", () -> client.partition(1, "orders").getIsrCount() == 3);
        assertThat(client.partition(1, "orders").getLeaderEpoch()).isGreaterThan(before.getLeaderEpoch());
        assertThat(client.values(client.partition(1, "orders").getLeader(), "orders"))
                .containsExactly("one", "two");
    }

    @Test
    void handsOutDifferentProducerIds() {
        long one = producerId(1);
        long two = producerId(1);
        long three = producerId(2);

        assertThat(List.of(one, two, three)).doesNotHaveDuplicates();
    }

    private long producerId(int node) {
        return ProduceServiceGrpc.newBlockingStub(client.channel(node))
                .withDeadlineAfter(5, TimeUnit.SECONDS)
                .initProducerId(InitProducerIdRequest.getDefaultInstance())
                .getProducerId();
    }

    @Test
    void refusesAFollowerWithAForeignSecret() throws Exception {
        createReplicated("orders");
        CompletableFuture<Status> outcome = new CompletableFuture<>();
        ManagedChannel channel = client.channel(1);
        var requests = ReplicaServiceGrpc.newStub(channel).replicaFetch(new Outcome(outcome));
        requests.onNext(ReplicaFetchRequest.newBuilder()
                .setReplicaId(2)
                .setBrokerEpoch(requireNonNull(quorum.image().brokers().get(2)).brokerEpoch())
                .addPartitions(ReplicaFetchPartition.getDefaultInstance())
                .build());

        assertThat(outcome.get(5, TimeUnit.SECONDS).getCode()).isEqualTo(Status.Code.UNAUTHENTICATED);
    }

    @Test
    void answersAMalformedRequestWithAStatus() {
        var stub = FetchServiceGrpc.newBlockingStub(client.channel(1)).withDeadlineAfter(5, TimeUnit.SECONDS);

        assertThatThrownBy(() ->
                        stub.fetch(FetchRequest.newBuilder().setMaxWaitMs(-1).build()))
                .isInstanceOf(StatusRuntimeException.class)
                .hasMessageContaining("INVALID_ARGUMENT: max_wait_ms is 0 to 60000");
    }

    /** Keeps how a stream ended. */
    private record Outcome(CompletableFuture<Status> status)
            implements io.grpc.stub.StreamObserver<ReplicaFetchResponse> {
        @Override
        public void onNext(ReplicaFetchResponse response) {
            status.complete(Status.OK);
        }

        @Override
        public void onError(Throwable failure) {
            status.complete(Status.fromThrowable(failure));
        }

        @Override
        public void onCompleted() {
            status.complete(Status.OK);
        }
    }
}
