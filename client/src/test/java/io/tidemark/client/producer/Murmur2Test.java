// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.producer;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.apache.kafka.common.utils.Utils;

class Murmur2Test {
    @Property(tries = 2000)
    void hashesAsKafkaDoes(@ForAll @Size(max = 70) byte[] key) {
        assertThat(Murmur2.hash(key)).isEqualTo(Utils.murmur2(key));
    }

    @Property(tries = 500)
    void placesKeysAsKafkaDoes(@ForAll @Size(max = 20) byte[] key, @ForAll @IntRange(min = 1, max = 500) int count) {
        assertThat(Murmur2.partition(key, count)).isEqualTo(BuiltInPartitioner.partitionForKey(key, count));
    }
}
