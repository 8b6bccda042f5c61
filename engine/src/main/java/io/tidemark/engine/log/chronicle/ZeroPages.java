// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import java.nio.MappedByteBuffer;
import net.openhft.chronicle.core.Jvm;
import net.openhft.posix.PosixAPI;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts zeros in the place of a file's mapping. The file's pages and disk blocks are free at once, as after an unmap, but a
 * buffer that is still read shows zeros, where an unmapped one would end the process. The garbage collector unmaps the
 * addresses with the last buffer.
 */
final class ZeroPages {
    private static final Logger LOGGER = LoggerFactory.getLogger(ZeroPages.class);
    private static final boolean LINUX =
            System.getProperty("os.name", "").toLowerCase(java.util.Locale.ROOT).startsWith("linux");

    private static final int PROT_READ = 1;
    private static final int MAP_PRIVATE = 0x02;
    private static final int MAP_FIXED = 0x10;
    private static final int MAP_ANONYMOUS = 0x20;
    private static final int MAP_NORESERVE = 0x4000;
    private static final int NO_FILE = -1;

    private ZeroPages() {}

    /** Nobody may write through the mapping. Where it cannot be done the mapping stays until it is collected. */
    static void replace(MappedByteBuffer mapping) {
        if (!LINUX || mapping.capacity() == 0) {
            return;
        }
        long address = Jvm.address(mapping);
        int flags = MAP_PRIVATE | MAP_FIXED | MAP_ANONYMOUS | MAP_NORESERVE;
        try {
            long at = PosixAPI.posix().mmap(address, mapping.capacity(), PROT_READ, flags, NO_FILE, 0);
            if (at != address) {
                LOGGER.debug("a mapping of {} bytes stays until it is collected", mapping.capacity());
            }
        } catch (RuntimeException refused) {
            LOGGER.debug("a mapping of {} bytes stays until it is collected", mapping.capacity(), refused);
        }
    }
}
