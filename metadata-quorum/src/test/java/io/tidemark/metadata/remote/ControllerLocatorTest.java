// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.metadata.image.Endpoint;
import io.tidemark.v1.ControllerHint;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ControllerLocatorTest {
    private static final Endpoint A = new Endpoint("a", 1);
    private static final Endpoint B = new Endpoint("b", 1);
    private static final Endpoint C = new Endpoint("c", 1);

    private long nowNanos;
    private final ControllerLocator locator = new ControllerLocator(List.of(A, B, C), () -> nowNanos);

    @Test
    void asksTheKnownNodesInTurnWhileNoneIsKnownToLead() {
        assertThat(locator.target()).isEqualTo(A);
        locator.refused(A);
        assertThat(locator.target()).isEqualTo(B);
        locator.failed(B);
        assertThat(locator.target()).isEqualTo(C);
        locator.failed(C);
        assertThat(locator.target()).isEqualTo(A);
    }

    @Test
    void followsAHint() {
        assertThat(locator.learn(hint(3, C), A)).isTrue();
        assertThat(locator.target()).isEqualTo(C);
        assertThat(locator.controllerId()).isEqualTo(3);
        assertThat(locator.learn(hint(3, C), C)).isFalse();
    }

    @Test
    void doesNotBelieveAHintAtANodeThatHasJustFailed() {
        locator.learn(hint(3, C), A);
        locator.failed(C);
        assertThat(locator.learn(hint(3, C), A)).isFalse();
        assertThat(locator.target()).isEqualTo(A);
        assertThat(locator.controllerId()).isEqualTo(-1);

        nowNanos += TimeUnit.SECONDS.toNanos(1);
        assertThat(locator.learn(hint(3, C), A)).isTrue();
    }

    @Test
    void aHintWithoutAddressTellsNothing() {
        assertThat(locator.learn(ControllerHint.newBuilder().setNodeId(-1).build(), A))
                .isFalse();
        assertThat(locator.target()).isEqualTo(A);
    }

    private static ControllerHint hint(int nodeId, Endpoint endpoint) {
        return ControllerHint.newBuilder()
                .setNodeId(nodeId)
                .setEndpoint(io.tidemark.v1.Endpoint.newBuilder()
                        .setHost(endpoint.host())
                        .setPort(endpoint.port()))
                .build();
    }
}
