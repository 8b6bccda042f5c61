// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopicNameTest {
    @ParameterizedTest
    @ValueSource(strings = {"a", "orders", "A.b_c-9", "...", "__offsets"})
    void legalNamesAreAccepted(String name) {
        assertThat(TopicName.problem(name)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "a b", "a/b", "../x", "ümlaut", "a\nb", "a\u0000", "٣", "ａ"})
    void illegalNamesAreRefusedInOnePrintableLine(String name) {
        assertThat(TopicName.problem(name)).isNotNull().doesNotContain("\n").matches("\\p{ASCII}+");
    }

    @Test
    void namesHaveAtMost249Characters() {
        assertThat(TopicName.problem("x".repeat(249))).isNull();
        assertThat(TopicName.problem("x".repeat(250))).contains("249").contains("250");
    }

    @Test
    void dotsAndUnderscoresCollide() {
        assertThat(TopicName.collide("a.b_c", "a_b.c")).isTrue();
        assertThat(TopicName.collide("a.b", "a-b")).isFalse();
    }
}
