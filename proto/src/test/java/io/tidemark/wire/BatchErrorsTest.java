// SPDX-License-Identifier: Apache-2.0
package io.tidemark.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.record.BatchFault;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BatchErrorsTest {
    @ParameterizedTest
    @EnumSource(BatchFault.Kind.class)
    void errorCodesHaveTheNamesOfTheFaults(BatchFault.Kind kind) {
        assertThat(BatchErrors.errorCode(kind).name()).isEqualTo("ERROR_CODE_" + kind.name());
    }
}
