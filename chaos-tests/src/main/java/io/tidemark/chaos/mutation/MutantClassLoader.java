// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.mutation;

import java.io.IOException;
import java.io.InputStream;

/** Loads all classes of this project anew, those of a mutant rewritten; everything else comes from the parent. */
public final class MutantClassLoader extends ClassLoader {
    private static final String PROJECT = "io.tidemark.";

    static {
        registerAsParallelCapable();
    }

    private final Mutant mutant;
    private final MutantRewriter rewriter;

    /** Over the loader that this class came from. */
    public MutantClassLoader(Mutant mutant) {
        super(MutantClassLoader.class.getClassLoader());
        this.mutant = mutant;
        this.rewriter = new MutantRewriter(mutant);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(PROJECT)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : define(name);
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        byte[] bytes = bytesOf(name);
        byte[] changed = mutant.concerns(name.replace('.', '/')) ? rewriter.rewrite(bytes) : bytes;
        return defineClass(name, changed, 0, changed.length);
    }

    private byte[] bytesOf(String name) throws ClassNotFoundException {
        try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            return in.readAllBytes();
        } catch (IOException failed) {
            throw new ClassNotFoundException(name, failed);
        }
    }
}
