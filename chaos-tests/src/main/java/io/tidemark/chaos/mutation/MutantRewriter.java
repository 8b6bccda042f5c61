// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.mutation;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Rewrites classes for one mutant. A site that does not fit the class any more is an error, never a mutant that is none. */
final class MutantRewriter {
    private static final int API = Opcodes.ASM9;

    private final Mutant mutant;

    MutantRewriter(Mutant mutant) {
        this.mutant = mutant;
    }

    /**
     * The changed class.
     *
     * @throws IllegalStateException if a method, call or jump that is to be changed is not there
     */
    byte[] rewrite(byte[] original) {
        ClassReader reader = new ClassReader(original);
        List<Site> sites = new ArrayList<>(mutant.sites());
        sites.removeIf(site -> !site.internalName().equals(reader.getClassName()));
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        Set<Site> done = new LinkedHashSet<>();
        reader.accept(new SiteVisitor(writer, sites, done), 0);
        for (Site site : sites) {
            if (!done.contains(site)) {
                throw new IllegalStateException("mutant " + mutant.name() + " finds nothing to change at " + site);
            }
        }
        return writer.toByteArray();
    }

    private static final class SiteVisitor extends ClassVisitor {
        private final List<Site> sites;
        private final Set<Site> done;

        SiteVisitor(ClassVisitor next, List<Site> sites, Set<Site> done) {
            super(API, next);
            this.sites = sites;
            this.done = done;
        }

        @Override
        public @Nullable MethodVisitor visitMethod(
                int access,
                String name,
                String descriptor,
                @Nullable String signature,
                String @Nullable [] exceptions) {
            MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
            for (Site site : sites) {
                if (site.method().equals(name) && (access & Opcodes.ACC_BRIDGE) == 0) {
                    method = changed(site, method, access, descriptor);
                }
            }
            return method;
        }

        private MethodVisitor changed(Site site, MethodVisitor next, int access, String descriptor) {
            Runnable found = () -> done.add(site);
            if (site.change() instanceof Change.Returns returns) {
                found.run();
                return new ReplacedBody(next, access, descriptor, returns.constant());
            }
            if (site.change() instanceof Change.CallsFirst first) {
                found.run();
                return new CalledFirst(next, access, descriptor, first);
            }
            return new ChangedCode(next, site, found);
        }
    }
}
