// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes daemon threads that say what they are for. */
public final class NamedThreads implements ThreadFactory {
    private final String prefix;
    private final AtomicInteger count = new AtomicInteger();

    /** Threads named by the prefix and a number. */
    public NamedThreads(String prefix) {
        this.prefix = prefix;
    }

    @Override
    public Thread newThread(Runnable work) {
        Thread thread = new Thread(work, prefix + "-" + count.getAndIncrement());
        thread.setDaemon(true);
        return thread;
    }
}
