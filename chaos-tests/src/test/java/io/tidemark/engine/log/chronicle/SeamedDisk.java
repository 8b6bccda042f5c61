// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.LongSupplier;

/** A process that uses clock and disk as a log does, and says what came of it. Lies in the log's package for the agent. */
public final class SeamedDisk {
    private SeamedDisk() {}

    /** Answers each word with a line. */
    public static void main(String[] words) throws IOException {
        System.out.println("up");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String word = in.readLine(); word != null; word = in.readLine()) {
            System.out.println(answer(word));
        }
    }

    private static String answer(String word) throws IOException {
        LongSupplier clock = System::currentTimeMillis;
        return switch (word) {
            case "clock" -> String.valueOf(System.currentTimeMillis() - trueMs());
            case "referred-clock" -> String.valueOf(clock.getAsLong() - trueMs());
            case "timed-force" -> {
                long startNanos = System.nanoTime();
                force();
                yield String.valueOf((System.nanoTime() - startNanos) / 1_000_000);
            }
            default -> force();
        };
    }

    /** From a clock that has no seam. */
    private static long trueMs() {
        return java.time.Clock.systemUTC().millis();
    }

    private static String force() throws IOException {
        try (FileChannel channel =
                FileChannel.open(Path.of("forced"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.force(true);
            return "ok";
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
