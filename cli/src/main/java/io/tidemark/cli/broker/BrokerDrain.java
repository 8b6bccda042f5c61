// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.broker;

import io.tidemark.cli.terminal.ClusterOptions;
import io.tidemark.cli.terminal.CommandException;
import io.tidemark.cli.terminal.OutputOptions;
import io.tidemark.cli.terminal.Session;
import io.tidemark.client.admin.Admin;
import io.tidemark.v1.DescribeClusterResponse;
import io.tidemark.v1.Reassignment;
import io.tidemark.v1.TopicDescription;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark broker drain}: takes the leaders, and if wanted the replicas, off a broker. */
@Command(
        name = "drain",
        description =
                "Move the lead of partitions off a broker to other in-sync replicas; with --replicas, its replicas to"
                        + " other brokers too. Until 'drain ID --cancel', or its next start, it leads only what nobody"
                        + " else can, and new partitions go elsewhere. Ends 3 while something is left on it, and says what"
                        + " keeps it.",
        footer = {
            "",
            "Examples:",
            "  tidemark broker drain 2 --wait && systemctl restart tidemark",
            "  tidemark broker drain 2 --replicas --throttle 20000000 --dry-run",
            "  tidemark broker drain 2 --cancel"
        })
final class BrokerDrain implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "ID", description = "Broker id.")
    private int brokerId;

    @Option(
            names = "--replicas",
            description = "Move its replicas to other live brokers too, so that it can be unregistered.")
    private boolean replicas;

    @Option(
            names = "--throttle",
            paramLabel = "BYTES_PER_S",
            description =
                    "With --replicas: most bytes per second that each broker takes in for them, all moves together.")
    private long throttleBytesPerS;

    @Option(names = "--cancel", description = "End the drain: its leaders come back, moves under way are called off.")
    private boolean cancel;

    @Option(names = "--wait", description = "Wait until nothing is left on it.")
    private boolean wait;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            defaultValue = "600",
            description = "Longest wait of --wait. Default: ${DEFAULT-VALUE}.")
    private int timeoutS;

    @Option(names = "--dry-run", description = "Say what would be moved and change nothing.")
    private boolean dryRun;

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    BrokerDrain(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        checkOptions();
        try (Admin admin = session.clients().admin(cluster.clientConfig(Map.of()))) {
            DescribeClusterResponse described = admin.describeCluster();
            BrokerLoad.find(described, brokerId);
            Drain drain = new Drain(admin, brokerId, replicas, throttleBytesPerS);
            DrainReport report = new DrainReport(session.terminal(), output, brokerId, replicas);
            if (dryRun) {
                return plan(admin.describeTopics(List.of()), described, drain, report);
            }
            if (cancel) {
                return report.cancelled(drain.cancel());
            }
            drain.begin(session.terminal()::error);
            Duration patience = wait ? Duration.ofSeconds(timeoutS) : Drain.SETTLING;
            return report.left(drain.await(patience, wait, session.terminal()::news));
        }
    }

    private int plan(List<TopicDescription> topics, DescribeClusterResponse brokers, Drain drain, DrainReport report) {
        DrainState leaders = DrainState.of(brokerId, false, brokers, topics);
        if (!replicas) {
            return report.planned(leaders, List.of(), List.of());
        }
        List<Reassignment> moves = drain.moves();
        return report.planned(leaders, moves, drain.withoutRoom(topics, moves));
    }

    private void checkOptions() {
        if (cancel && (replicas || wait || dryRun)) {
            throw CommandException.usage("--cancel takes neither --replicas nor --wait nor --dry-run");
        }
        if (throttleBytesPerS < 0 || (throttleBytesPerS > 0 && !replicas)) {
            throw CommandException.usage("--throttle takes bytes per second from 1 and goes with --replicas");
        }
        if (timeoutS < 1) {
            throw CommandException.usage("--timeout takes seconds from 1");
        }
    }
}
