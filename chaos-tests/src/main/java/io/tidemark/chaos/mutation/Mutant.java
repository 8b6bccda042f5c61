// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.mutation;

import java.util.List;

/**
 * A guard switched off.
 *
 * @param name how it is asked for, such as {@code g12-watermark-moves-below-the-minimum}
 * @param guard the guard in docs/protocol.md
 * @param sites what is changed; more than one where production guards twice
 */
public record Mutant(String name, String guard, List<Site> sites) {
    /** Whether a class is changed. */
    boolean concerns(String internalClassName) {
        return sites.stream().anyMatch(site -> site.internalName().equals(internalClassName));
    }
}
