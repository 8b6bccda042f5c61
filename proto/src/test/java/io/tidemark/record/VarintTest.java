// SPDX-License-Identifier: Apache-2.0
package io.tidemark.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.kafka.common.utils.ByteUtils;

class VarintTest {
    @Property
    void numbersAreWrittenAsKafkaWritesThem(@ForAll long value) {
        GrowingBytes bytes = new GrowingBytes(1);
        bytes.writeVarlong(value);
        ByteBuffer kafka = ByteBuffer.allocate(10);
        ByteUtils.writeVarlong(value, kafka);

        assertThat(Arrays.copyOf(bytes.array(), bytes.size()))
                .isEqualTo(Arrays.copyOf(kafka.array(), kafka.position()));
        assertThat(Varint.sizeOf(value)).isEqualTo(bytes.size());
    }

    @Property
    void intsAreLongs(@ForAll int value) {
        ByteBuffer kafka = ByteBuffer.allocate(5);
        ByteUtils.writeVarint(value, kafka);

        assertThat(Varint.sizeOf(value)).isEqualTo(kafka.position());
    }
}
