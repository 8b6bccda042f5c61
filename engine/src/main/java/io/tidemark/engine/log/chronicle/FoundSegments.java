// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which of the files of a log stand for its segments.
 *
 * @param files one for each number
 * @param dropped files that others took the place of, or never did
 * @param doubtful files that nothing says the place of
 */
record FoundSegments(NavigableMap<Integer, SegmentFile> files, List<Path> dropped, List<Path> doubtful) {
    static FoundSegments in(SegmentFiles directory, @Nullable Manifest manifest) throws IOException {
        FoundSegments found = new FoundSegments(new TreeMap<>(), new ArrayList<>(), new ArrayList<>());
        NavigableMap<Integer, NavigableMap<Integer, Path>> generations = directory.cleaned();
        directory.segments().forEach((number, path) -> generations
                .computeIfAbsent(number, any -> new TreeMap<>())
                .put(0, path));
        for (Map.Entry<Integer, NavigableMap<Integer, Path>> entry : generations.entrySet()) {
            found.choose(entry.getKey(), entry.getValue(), manifest);
        }
        return found;
    }

    private void choose(int number, NavigableMap<Integer, Path> generations, @Nullable Manifest manifest) {
        int chosen = generations.lastKey();
        if (manifest != null) {
            Manifest.Entry listed = manifest.entries().get(number);
            chosen = listed != null ? listed.generation() : manifest.dropped(number) ? -1 : 0;
        }
        for (Map.Entry<Integer, Path> each : generations.entrySet()) {
            if (each.getKey() == chosen) {
                files.put(number, new SegmentFile(each.getValue(), chosen));
            } else if (manifest != null) {
                dropped.add(each.getValue());
            } else {
                doubtful.add(each.getValue());
            }
        }
    }
}
