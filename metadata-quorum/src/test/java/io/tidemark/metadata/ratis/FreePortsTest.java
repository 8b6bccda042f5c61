// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FreePortsTest {
    private static final List<Integer> FREE = FreePorts.take(2);
    private static final int SOME = FREE.get(0);
    private static final int OTHER = FREE.get(1);

    @Test
    void takesNoPortTwice() {
        assertThat(FreePorts.take(2, drawing(SOME, SOME, OTHER))).containsExactly(SOME, OTHER);
    }

    @Test
    void passesOverAPortThatIsListenedOn() throws IOException {
        try (ServerSocket taken = new ServerSocket(SOME, 1, InetAddress.getLoopbackAddress())) {
            assertThat(FreePorts.take(1, drawing(taken.getLocalPort(), OTHER))).containsExactly(OTHER);
        }
    }

    @Test
    void saysSoWhenThereAreTooFew() {
        assertThatThrownBy(() -> FreePorts.take(2, drawing(SOME, SOME)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no 2 free ports");
    }

    private static RandomGenerator drawing(int... ports) {
        return new RandomGenerator() {
            @Override
            public IntStream ints(int lowest, int end) {
                return IntStream.of(ports);
            }

            @Override
            public long nextLong() {
                throw new UnsupportedOperationException();
            }
        };
    }
}
