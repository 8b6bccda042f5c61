// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.v1.ErrorCode;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ProducerIdsTest {
    private final RecordingMetadata metadata = new RecordingMetadata();
    private final ProducerIds ids = new ProducerIds(metadata);

    private static CommandAnswer block(long first) {
        return new CommandAnswer(ErrorCode.ERROR_CODE_UNSPECIFIED, "", 1, -1, null, List.of(), first);
    }

    @Test
    void asksOnceForManyThatWait() {
        CompletableFuture<CommandAnswer> one = ids.next();
        CompletableFuture<CommandAnswer> two = ids.next();
        assertThat(metadata.commands).hasSize(1);

        metadata.answers.get(0).complete(block(500));

        assertThat(one.join().firstProducerId()).isEqualTo(500);
        assertThat(two.join().firstProducerId()).isEqualTo(501);
        assertThat(ids.next().join().firstProducerId()).isEqualTo(502);
    }

    @Test
    void asksForTheNextBlockWhenOneIsUsedUp() {
        CompletableFuture<CommandAnswer> first = ids.next();
        metadata.answers.get(0).complete(block(0));
        assertThat(first).isCompleted();
        for (int i = 1; i < ProducerIds.BLOCK_SIZE; i++) {
            assertThat(ids.next()).isCompleted();
        }

        assertThat(ids.next()).isNotCompleted();
        assertThat(metadata.commands).hasSize(2);
    }

    @Test
    void passesTheControllersRefusalOn() {
        CompletableFuture<CommandAnswer> waiting = ids.next();
        metadata.answers
                .get(0)
                .complete(CommandAnswer.failed(ErrorCode.ERROR_CODE_QUORUM_UNAVAILABLE, "no leader", -1));

        assertThat(waiting.join().error()).isEqualTo(ErrorCode.ERROR_CODE_QUORUM_UNAVAILABLE);
        assertThat(ids.next()).isNotCompleted();
        assertThat(metadata.commands).hasSize(2);
    }
}
