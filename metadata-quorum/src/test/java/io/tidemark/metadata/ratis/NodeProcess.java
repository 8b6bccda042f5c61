// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import io.tidemark.metadata.client.VoterAddress;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A process of its own that is voter, broker or both, to be killed for real. */
final class NodeProcess implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NodeProcess.class);

    private final Process process;

    private NodeProcess(Process process) {
        this.process = process;
    }

    /** @param roles {@code broker}, {@code quorum} or both, with a comma */
    static NodeProcess start(Path directory, int nodeId, String voters, String roles) throws IOException {
        File log = directory.resolveSibling("process-" + nodeId + ".log").toFile();
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx96m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Dtest.log=INFO",
                        "-Dratis.log=" + System.getProperty("ratis.log", "OFF"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        NodeProcess.class.getName(),
                        directory.toString(),
                        Integer.toString(nodeId),
                        voters,
                        roles)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
                .start();
        return new NodeProcess(process);
    }

    /** {@code kill -9}. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor(5, TimeUnit.SECONDS);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    void freeze() throws IOException, InterruptedException {
        signal("-STOP");
    }

    void thaw() throws IOException, InterruptedException {
        signal("-CONT");
    }

    private void signal(String signal) throws IOException, InterruptedException {
        new ProcessBuilder("kill", signal, Long.toString(process.pid())).start().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    /** Runs a node until it is killed. */
    public static void main(String[] arguments) throws Exception {
        int nodeId = Integer.parseInt(arguments[1]);
        List<VoterAddress> voters = VoterAddress.parse(arguments[2]);
        if (arguments[3].contains("quorum")) {
            TestVoter voter = TestVoter.start(QuorumNodeConfig.of(
                    DirectoryFormat.open(Path.of(arguments[0]), TestQuorum.CLUSTER, nodeId), voters));
            LOG.info("{} runs", voter.node().view());
        }
        if (arguments[3].contains("broker")) {
            TestBroker broker = new TestBroker(
                            nodeId, voters.stream().map(VoterAddress::grpc).toList())
                    .join();
            LOG.info("{} runs", broker.life());
        }
        Thread.currentThread().join();
    }
}
