// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.soak;

import io.tidemark.chaos.process.ClusterSetup;
import io.tidemark.chaos.process.LoopbackNetwork;
import io.tidemark.chaos.process.NodePlan;
import io.tidemark.chaos.process.ProcessCluster;
import io.tidemark.chaos.process.Storage;
import io.tidemark.client.admin.Admin;
import io.tidemark.client.producer.Producer;
import io.tidemark.metadata.image.Endpoint;
import io.tidemark.metadata.remote.RemoteMetadataClient;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Three nodes, a steady load of writes with acks=all, every processor kept busy by others, no fault: nobody may be taken for
 * dead. Prints what was seen and ends with 1 when a bound is broken.
 */
@Command(name = "soak", mixinStandardHelpOptions = true, sortOptions = false)
public final class Soak implements Callable<Integer> {
    private static final String TOPIC = "soak";
    private static final int PARTITIONS = 6;
    private static final Duration WHOLE = Duration.ofSeconds(90);

    @Option(names = "--home", description = "where the distribution was laid out (${DEFAULT-VALUE})")
    private Path home = Path.of("cli", "target", "tidemark");

    @Option(names = "--dir", description = "where the nodes' files go (${DEFAULT-VALUE})")
    private Path directory = Path.of("target", "soak");

    @Option(names = "--minutes", description = "length of the load in minutes (${DEFAULT-VALUE})")
    private double minutes = 30;

    @Option(names = "--rate", description = "records of 1000 bytes a second (${DEFAULT-VALUE})")
    private int recordsPerS = 500;

    @Option(names = "--burners", description = "threads that use up processors; by default one for each processor")
    private int burners = Runtime.getRuntime().availableProcessors();

    @Option(names = "--elections", description = "elections of the quorum's leader that may be (${DEFAULT-VALUE})")
    private int electionsMax = 2;

    private final PrintStream out = System.out;

    /** For the command line. */
    public Soak() {}

    /** Runs it. */
    public static void main(String[] words) {
        System.exit(new CommandLine(new Soak()).execute(words));
    }

    @Override
    public Integer call() throws IOException {
        ClusterSetup setup = new ClusterSetup(home, directory, 3, Storage.PLAIN, List.of(), false, Map.of());
        try (ProcessCluster cluster = ProcessCluster.start(setup, new LoopbackNetwork())) {
            cluster.createTopic(TOPIC, PARTITIONS, Map.of());
            cluster.awaitWhole(TOPIC, WHOLE);
            SoakFigures figures = watch(cluster);
            figures.lines().forEach(out::println);
            return figures.hold() ? 0 : 1;
        }
    }

    private SoakFigures watch(ProcessCluster cluster) {
        FencingCount fencings = new FencingCount();
        try (Admin admin = Admin.create(cluster.config());
                RemoteMetadataClient metadata =
                        RemoteMetadataClient.connect(admin.describeQuorum().getClusterId(), addresses(cluster));
                Producer producer = Producer.create(cluster.config())) {
            metadata.addListener(fencings);
            long firstTerm = admin.describeQuorum().getTerm();
            SteadyWriter writer = new SteadyWriter(producer, TOPIC);
            try (Burners load = new Burners(burners)) {
                out.println("load: " + load.count() + " busy threads, " + recordsPerS + " records/s, " + minutes
                        + " minutes");
                writer.run((long) (minutes * 60_000), recordsPerS);
            }
            long elections = admin.describeQuorum().getTerm() - firstTerm;
            return new SoakFigures(
                    writer.acknowledged(),
                    writer.failed(),
                    writer.largestGapMs(),
                    fencings.count(),
                    elections,
                    electionsMax);
        }
    }

    private static List<Endpoint> addresses(ProcessCluster cluster) {
        return cluster.nodes().stream()
                .map(NodePlan::address)
                .map(address -> {
                    int colon = address.lastIndexOf(':');
                    return new Endpoint(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)));
                })
                .toList();
    }
}
