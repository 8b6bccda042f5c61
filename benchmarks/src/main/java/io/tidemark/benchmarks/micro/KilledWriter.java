// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A process that writes logs and is killed. */
public final class KilledWriter {
    private static final String FILLED = "filled";
    private static final int BATCH_BYTES = 64 << 10;
    private static final int SMALL_BATCHES = 20;
    private static final int SMALL_BATCH_BYTES = 1 << 10;
    private static final long MIB = 1 << 20;
    private static final long SETTLE_MS = 60_000;

    private final List<String> launch;

    /** @param launch command that calls {@link #fill} with system, directory, count of logs and mebibytes, then waits */
    public KilledWriter(List<String> launch) {
        this.launch = List.copyOf(launch);
    }

    /** In that process: writes logs and says so on standard output. */
    public static void fill(String system, Path directory, int logs, long mebibytes) throws IOException {
        boolean small = mebibytes == 0;
        ByteBuffer batch = LogsState.batch(small ? SMALL_BATCH_BYTES : BATCH_BYTES);
        long count = small ? SMALL_BATCHES : mebibytes * MIB / BATCH_BYTES;
        LogsOnDisk disk = system.equals(new KafkaOnDisk().system()) ? new KafkaOnDisk() : new TidemarkOnDisk();
        LogsOnDisk.Writer writer = disk.write(directory);
        for (int i = 0; i < logs; i++) {
            LogsOnDisk.Appends log = writer.begin(i);
            for (long done = 0; done < count; done++) {
                log.append(batch);
            }
            if (small) {
                log.rest();
            }
        }
        new Background(Background.LOG_THREADS, SETTLE_MS).settle();
        System.out.println(FILLED);
    }

    /**
     * Lets a process write logs and kills it.
     *
     * @param mebibytes of each log; 0 for a few small batches
     */
    void run(LogsOnDisk disk, Path directory, int logs, long mebibytes) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(launch);
        command.addAll(List.of(disk.system(), directory.toString(), String.valueOf(logs), String.valueOf(mebibytes)));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (var lines = process.inputReader(StandardCharsets.UTF_8)) {
            String line = lines.readLine();
            while (line != null && !line.equals(FILLED)) {
                line = lines.readLine();
            }
            if (line == null) {
                throw new IOException("the writing process ended");
            }
        } finally {
            process.destroyForcibly().waitFor();
        }
    }
}
