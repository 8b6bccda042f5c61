// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class ProcessLimitsTest {
    /** A limit that is read wrong lets each log rest after each batch: it is right, and slower by four times. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void knowsHowManyMappingsTheKernelAllows() throws Exception {
        Process cat = new ProcessBuilder("cat", "/proc/sys/vm/max_map_count").start();
        String told = new String(cat.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
        assertThat(cat.waitFor()).isZero();

        assertThat(ProcessLimits.mappingsMax()).isEqualTo(Long.parseLong(told));
    }
}
