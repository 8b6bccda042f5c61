// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.mutation;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Loads all classes of this project anew, those of a mutant rewritten; everything else comes from the parent. */
public final class MutantClassLoader extends ClassLoader {
    private static final String PROJECT = "io.tidemark.";

    static {
        registerAsParallelCapable();
    }

    private final Mutant mutant;
    private final @Nullable Path folder;
    private final MutantRewriter rewriter;

    /** Over the loader that this class came from. */
    public MutantClassLoader(Mutant mutant) {
        this(mutant, null);
    }

    /** The same, finding classes in a folder too that the class path does not have. */
    public MutantClassLoader(Mutant mutant, @Nullable Path folder) {
        super(MutantClassLoader.class.getClassLoader());
        this.mutant = mutant;
        this.folder = folder;
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
        String file = name.replace('.', '/') + ".class";
        try (InputStream in = getParent().getResourceAsStream(file)) {
            Path further = folder == null ? null : folder.resolve(file);
            if (in == null && (further == null || !Files.exists(further))) {
                throw new ClassNotFoundException(name);
            }
            return in == null && further != null ? Files.readAllBytes(further) : in.readAllBytes();
        } catch (IOException failed) {
            throw new ClassNotFoundException(name, failed);
        }
    }
}
