// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.partition;

import io.tidemark.cli.terminal.ClusterOptions;
import io.tidemark.cli.terminal.ExitCode;
import io.tidemark.cli.terminal.OutputOptions;
import io.tidemark.cli.terminal.Session;
import io.tidemark.client.admin.Admin;
import io.tidemark.v1.Reassignment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "reassign",
        description = "Move partitions to other replicas; a move ends by itself when they are in sync.",
        footer = {
            "",
            "--plan and --verify are for the whole cluster. --cancel without a topic calls off every move that is under way.",
            "The limit of --throttle ends by itself with the move, done or called off. Asking for the same move again, with",
            "another limit or none, changes it; one below the rate of new records never lets the move end."
        })
final class PartitionReassign implements Callable<Integer> {
    private final Session session;

    @Parameters(index = "0", arity = "0..1", paramLabel = "TOPIC", description = "Topic.")
    private String topic = "";

    @Parameters(index = "1", arity = "0..1", paramLabel = "PARTITION", description = "Partition number.")
    private int partition = -1;

    @ArgGroup(multiplicity = "1")
    private Target target = new Target();

    @Option(names = "--execute", description = "With --plan: make the moves instead of printing them alone.")
    private boolean execute;

    @Option(
            names = "--throttle",
            paramLabel = "BYTES_PER_S",
            description = "Most bytes per second that each broker takes in for replicas that are being added, all moves"
                    + " together; the smallest limit counts. Replicas in sync are never held back.")
    private long throttleBytesPerS;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    /** What to do. */
    static final class Target {
        @Option(
                names = "--replicas",
                split = ",",
                paramLabel = "ID",
                description = "Broker ids, the preferred leader first.")
        private List<Integer> replicas = new ArrayList<>();

        @Option(names = "--cancel", description = "Call off the move that is under way.")
        private boolean cancel;

        @Option(
                names = "--plan",
                description =
                        "Moves that bring replicas back to as many racks as they could lie in, with the least data"
                                + " moved.")
        private boolean plan;

        @Option(names = "--verify", description = "Moves that are under way; exit code 1 while there are any.")
        private boolean verify;
    }

    PartitionReassign(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        checkScope();
        try (Admin admin = session.clients().admin(cluster.clientConfig(Map.of()))) {
            if (target.plan) {
                return plan(admin);
            }
            if (target.verify) {
                List<Move> moves = Move.underWay(admin);
                MoveText.underWay(session.terminal(), output, moves);
                return moves.isEmpty() ? ExitCode.OK : ExitCode.ERROR;
            }
            if (topic.isEmpty()) {
                return MoveOrders.carryOut(
                        session.terminal(),
                        output,
                        admin,
                        Move.underWay(admin).stream()
                                .map(move -> reassignment(move.topic(), move.partition(), List.of()))
                                .toList());
            }
            return MoveOrders.carryOut(
                    session.terminal(),
                    output,
                    admin,
                    List.of(reassignment(topic, partition, target.cancel ? List.of() : target.replicas)));
        }
    }

    private void checkScope() {
        boolean one = !topic.isEmpty() && partition >= 0;
        boolean none = topic.isEmpty();
        boolean fits = (target.plan || target.verify) ? none : (target.cancel ? (one || none) : one);
        if (!fits) {
            throw new ParameterException(
                    spec.commandLine(),
                    target.plan || target.verify
                            ? "--plan and --verify take no topic"
                            : "name the TOPIC and the PARTITION that it is about");
        }
        boolean throttles = spec.commandLine().getParseResult().hasMatchedOption("--throttle");
        if (throttles && (throttleBytesPerS < 1 || !(execute || !target.replicas.isEmpty()))) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--throttle takes bytes per second from 1 and goes with --replicas or --execute");
        }
        if (execute && !target.plan) {
            throw new ParameterException(spec.commandLine(), "--execute goes with --plan");
        }
    }

    private int plan(Admin admin) {
        List<Reassignment> moves = admin.planReassignments();
        if (execute && !moves.isEmpty()) {
            return MoveOrders.carryOut(
                    session.terminal(),
                    output,
                    admin,
                    moves.stream()
                            .map(move -> move.toBuilder()
                                    .setThrottleBytesPerS(throttleBytesPerS)
                                    .build())
                            .toList());
        }
        MoveText.planned(
                session.terminal(), output, moves, "All replicas lie in as many racks as they can: nothing to move.");
        return ExitCode.OK;
    }

    private Reassignment reassignment(String topic, int partition, List<Integer> replicas) {
        return Reassignment.newBuilder()
                .setTopic(topic)
                .setPartition(partition)
                .addAllReplicas(replicas)
                .setThrottleBytesPerS(throttleBytesPerS)
                .build();
    }
}
