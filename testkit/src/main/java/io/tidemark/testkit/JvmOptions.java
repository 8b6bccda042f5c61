// SPDX-License-Identifier: Apache-2.0
package io.tidemark.testkit;

import java.util.List;

/** What the log's storage and the network need of a JVM. */
final class JvmOptions {
    private static final List<String> OPENED = List.of("java.lang.reflect", "sun.nio.ch", "java.nio");

    static final String NEEDED = "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED"
            + " --add-opens=java.base/sun.nio.ch=ALL-UNNAMED --add-opens=java.base/java.nio=ALL-UNNAMED"
            + " --add-exports=java.base/jdk.internal.ref=ALL-UNNAMED";

    private JvmOptions() {}

    /** Says at once what is missing, before a library fails in its own words. */
    static void require() {
        Module base = Object.class.getModule();
        Module mine = JvmOptions.class.getModule();
        boolean isOpen = OPENED.stream().allMatch(name -> base.isOpen(name, mine));
        if (!isOpen || !base.isExported("jdk.internal.ref", mine)) {
            throw new IllegalStateException("an embedded cluster needs a JVM with " + NEEDED
                    + "; in Maven set them in surefire's argLine, in Gradle in jvmArgs of the test task");
        }
    }
}
