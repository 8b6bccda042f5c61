// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks;

import io.tidemark.benchmarks.load.PhysicalLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code benchmarks limits}: what the machine itself can do. */
@Command(name = "limits", description = "Measure memory copy, loopback, file write and force.")
final class LimitsCommand implements Callable<Integer> {
    @Option(names = "--work", paramLabel = "DIR", description = "Files go here.")
    private Path work = Path.of("benchmarks", "target", "compare");

    @Override
    public Integer call() throws IOException, InterruptedException {
        new PhysicalLimits(work).measure().forEach((name, value) -> System.out.println(name + " " + value));
        return 0;
    }
}
