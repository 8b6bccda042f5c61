// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskFactsTest {
    @TempDir
    private Path directory = Path.of("");

    @Test
    void mountOptionsAreThoseOfTheDevice() throws IOException {
        Path mounts = Files.write(
                directory.resolve("mountinfo"),
                List.of(
                        "23 27 0:22 / /sys rw,relatime - sysfs sysfs rw",
                        "27 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw,discard"));

        assertThat(DiskFacts.mountOptions(mounts, "254:0")).isEqualTo("rw,discard");
        assertThat(DiskFacts.mountOptions(mounts, "8:1")).isEqualTo("unknown");
    }

    @Test
    void everyFactHasAValueOnAnySystem() throws IOException {
        assertThat(DiskFacts.of(directory).values()).isNotEmpty().allMatch(value -> !value.isBlank());
    }
}
