// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.seam;

import io.tidemark.chaos.mutation.AgentJar;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Puts the seams into a process: {@code java -javaagent:AGENT.jar ...}; its working directory is the node's folder. */
public final class SeamAgent {
    private static final long POLL_NANOS = 50_000_000L;

    private SeamAgent() {}

    /** Called by the JVM before the main class. */
    public static void premain(@Nullable String unused, Instrumentation instrumentation) {
        instrumentation.addTransformer(new Transformer());
        Thread thread = new Thread(() -> follow(Path.of("").toAbsolutePath()), "fault-seams");
        thread.setDaemon(true);
        thread.start();
    }

    /** Writes the agent's jar and returns its path. */
    public static Path writeJar(Path folder) throws IOException {
        Path jar = folder.resolve("tidemark-seam-agent.jar");
        AgentJar.write(
                jar,
                SeamAgent.class,
                List.of(SeamAgent.class, AgentJar.class, Seams.class, SeamSettings.class, SeamRewriter.class),
                List.of(
                        "io/tidemark/chaos/seam/SeamAgent$Transformer",
                        "io/tidemark/chaos/seam/SeamRewriter$Methods",
                        "io/tidemark/chaos/seam/SeamRewriter$Calls"));
        return jar;
    }

    private static void follow(Path folder) {
        String told = "";
        while (true) {
            try {
                Seams.set(SeamSettings.read(folder));
                String seen = Seams.seen();
                if (!seen.equals(told)) {
                    SeamSettings.writeSeen(folder, seen);
                    told = seen;
                }
            } catch (IOException | NumberFormatException e) {
                System.err.println("fault seams: " + e);
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    private record Transformer() implements ClassFileTransformer {
        @Override
        public byte @Nullable [] transform(
                @Nullable ClassLoader loader,
                @Nullable String className,
                @Nullable Class<?> classBeingRedefined,
                ProtectionDomain protectionDomain,
                byte[] classFile) {
            return className == null || !SeamRewriter.concerns(className)
                    ? null
                    : SeamRewriter.rewrite(className, classFile);
        }
    }
}
