// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MailboxTest {
    private final Mailbox mailbox = new Mailbox(2);

    @Test
    void refusesRequestsOverItsCapacity() {
        assertThat(mailbox.offerRequest(now -> {})).isTrue();
        assertThat(mailbox.offerRequest(now -> {})).isTrue();
        assertThat(mailbox.offerRequest(now -> {})).isFalse();
        assertThat(mailbox.requestCount()).isEqualTo(2);
    }

    @Test
    void takesRequestsAgainOnceOneWasTakenOut() {
        mailbox.offerRequest(now -> {});
        mailbox.offerRequest(now -> {});

        assertThat(mailbox.pollRequest()).isNotNull();

        assertThat(mailbox.offerRequest(now -> {})).isTrue();
    }

    @Test
    void neverRefusesTheInnerLane() {
        for (int i = 0; i < 100; i++) {
            mailbox.putInner(now -> {});
        }
        int taken = 0;
        while (mailbox.pollInner() != null) {
            taken++;
        }
        assertThat(taken).isEqualTo(100);
        assertThat(mailbox.isEmpty()).isTrue();
    }
}
