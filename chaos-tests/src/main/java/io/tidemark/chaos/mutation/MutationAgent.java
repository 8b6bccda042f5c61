// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.mutation;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import org.jspecify.annotations.Nullable;

/**
 * Makes a process a mutant: {@code java -javaagent:AGENT.jar=NAME ...}, where NAME is one that {@link Mutants#named}
 * knows and the jar is written by {@link AgentJar#write}. The process says on its standard error what it is, and halts when the name is
 * not known or the classes have changed so that the mutant does not fit: a mutant that is none must not pass for one.
 */
public final class MutationAgent {
    private static final int UNFIT_STATUS = 86;

    private MutationAgent() {}

    /** Called by the JVM before the main class. */
    public static void premain(@Nullable String mutantName, Instrumentation instrumentation) {
        Mutant mutant = Mutants.named(mutantName == null ? "" : mutantName);
        if (mutant == null) {
            halt("there is no mutant " + mutantName);
            return;
        }
        System.err.println("tidemark mutant " + mutant.name() + ": guard " + mutant.guard() + " is switched off");
        instrumentation.addTransformer(new Transformer(mutant));
    }

    private static void halt(String reason) {
        System.err.println("tidemark mutant: " + reason);
        Runtime.getRuntime().halt(UNFIT_STATUS);
    }

    private record Transformer(Mutant mutant) implements ClassFileTransformer {
        @Override
        public byte @Nullable [] transform(
                @Nullable ClassLoader loader,
                @Nullable String className,
                @Nullable Class<?> classBeingRedefined,
                ProtectionDomain protectionDomain,
                byte[] classFile) {
            if (className == null || !mutant.concerns(className)) {
                return null;
            }
            try {
                return new MutantRewriter(mutant).rewrite(classFile);
            } catch (RuntimeException unfit) {
                // The JVM would ignore it and run the class unchanged.
                halt(String.valueOf(unfit.getMessage()));
                return null;
            }
        }
    }
}
