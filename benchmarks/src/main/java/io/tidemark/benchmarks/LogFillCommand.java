// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks;

import io.tidemark.benchmarks.micro.KilledWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code benchmarks log-fill}: writes logs, says so, and waits to be killed. */
@Command(name = "log-fill", hidden = true, description = "Write logs and wait to be killed.")
final class LogFillCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "SYSTEM")
    private String system = "";

    @Parameters(index = "1", paramLabel = "DIR")
    private Path directory = Path.of(".");

    @Parameters(index = "2", paramLabel = "LOGS")
    private int logs;

    @Parameters(index = "3", paramLabel = "MIB", description = "Of each log; 0 for a few small batches.")
    private long mebibytes;

    @Override
    public Integer call() throws IOException, InterruptedException {
        KilledWriter.fill(system, directory, logs, mebibytes);
        new CountDownLatch(1).await();
        return 0;
    }
}
