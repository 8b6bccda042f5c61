// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.remote;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.tidemark.metadata.client.Heartbeat;
import io.tidemark.metadata.client.HeartbeatAnswer;
import io.tidemark.metadata.command.ClusterCommand.BrokerLife;
import io.tidemark.v1.BrokerHeartbeatsRequest;
import io.tidemark.v1.BrokerHeartbeatsResponse;
import io.tidemark.v1.ErrorCode;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One broker's heartbeat stream. The next heartbeat is asked for when the last one is answered, so at most one is open.
 * Requests come from the transport one at a time; answers from the controller's thread.
 */
final class HeartbeatCall implements StreamObserver<BrokerHeartbeatsRequest> {
    private static final Logger LOG = LoggerFactory.getLogger(HeartbeatCall.class);

    private final ServerCallStreamObserver<BrokerHeartbeatsResponse> responses;
    private final ControllerEndpoint endpoint;
    private @Nullable BrokerLife broker;

    HeartbeatCall(ServerCallStreamObserver<BrokerHeartbeatsResponse> responses, ControllerEndpoint endpoint) {
        this.responses = responses;
        this.endpoint = endpoint;
    }

    void open() {
        responses.disableAutoRequest();
        responses.setOnCancelHandler(() -> LOG.trace("heartbeat stream cancelled"));
        responses.request(1);
    }

    @Override
    public void onNext(BrokerHeartbeatsRequest request) {
        if (!request.getClusterId().equals(endpoint.view().clusterId())) {
            answer(request, new HeartbeatAnswer(ErrorCode.ERROR_CODE_INCONSISTENT_CLUSTER_ID, true, false, 0, 0));
            return;
        }
        BrokerLife life = new BrokerLife(
                request.getBroker().getBrokerId(), request.getBroker().getBrokerEpoch());
        broker = life;
        endpoint.heartbeat(new Heartbeat(
                        life, request.getAppliedIndex(), request.getWantUnfence(), request.getWantShutdown()))
                .whenComplete((answer, failure) -> answer(
                        request,
                        failure == null
                                ? answer
                                : new HeartbeatAnswer(ErrorCode.ERROR_CODE_NOT_CONTROLLER, true, false, 0, 0)));
    }

    @Override
    public void onError(Throwable failure) {
        BrokerLife life = broker;
        if (life != null) {
            endpoint.onHeartbeatsBroken(life);
        }
    }

    @Override
    public void onCompleted() {
        synchronized (responses) {
            responses.onCompleted();
        }
        onError(new IllegalStateException("the broker closed its heartbeat stream"));
    }

    private void answer(BrokerHeartbeatsRequest request, HeartbeatAnswer answer) {
        BrokerHeartbeatsResponse.Builder response = BrokerHeartbeatsResponse.newBuilder()
                .setSequence(request.getSequence())
                .setError(answer.error())
                .setFenced(answer.fenced())
                .setMayShutDown(answer.mayShutDown())
                .setLeaseMs(answer.leaseMs())
                .setMetadataIndex(answer.metadataIndex());
        if (answer.error() == ErrorCode.ERROR_CODE_NOT_CONTROLLER) {
            response.setController(ControllerHints.of(endpoint.view()));
        }
        synchronized (responses) {
            if (!responses.isCancelled()) {
                responses.onNext(response.build());
                responses.request(1);
            }
        }
    }
}
