// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.metadata.client.Heartbeat;
import io.tidemark.metadata.client.HeartbeatAnswer;
import io.tidemark.metadata.client.ImageListener;
import io.tidemark.metadata.client.MetadataClient;
import io.tidemark.metadata.command.ClusterCommand;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.image.ClusterImage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Keeps commands until a test answers them. */
final class RecordingMetadata implements MetadataClient {
    final List<ClusterCommand> commands = new ArrayList<>();
    final List<CompletableFuture<CommandAnswer>> answers = new ArrayList<>();
    ClusterImage image = ClusterImage.EMPTY;

    @Override
    public CompletionStage<CommandAnswer> submit(ClusterCommand command, long timeoutMs) {
        CompletableFuture<CommandAnswer> answer = new CompletableFuture<>();
        commands.add(command);
        answers.add(answer);
        return answer;
    }

    @Override
    public CompletionStage<HeartbeatAnswer> heartbeat(Heartbeat heartbeat) {
        return new CompletableFuture<>();
    }

    @Override
    public ClusterImage image() {
        return image;
    }

    @Override
    public void addListener(ImageListener listener) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int controllerId() {
        return -1;
    }

    @Override
    public void close() {
        answers.clear();
    }
}
