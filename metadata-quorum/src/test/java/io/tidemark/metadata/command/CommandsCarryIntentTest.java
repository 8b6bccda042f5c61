// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.TopicImage;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * A command says what is wanted, never what a record shall be: so a decision can only be taken where the command is applied,
 * from the state of then (guard G3).
 */
class CommandsCarryIntentTest {
    private static final List<Class<?>> RECORDS =
            List.of(BrokerImage.class, TopicImage.class, PartitionImage.class, ClusterImage.class);

    @Test
    void noCommandCarriesARecordOfTheImage() {
        Set<Class<?>> reached = new LinkedHashSet<>();
        ArrayDeque<Type> open = new ArrayDeque<>(List.of(ClusterCommand.class.getPermittedSubclasses()));
        while (!open.isEmpty()) {
            Type next = open.poll();
            if (next instanceof ParameterizedType generic) {
                open.addAll(List.of(generic.getActualTypeArguments()));
            } else if (next instanceof Class<?> type && reached.add(type) && type.isRecord()) {
                for (RecordComponent component : type.getRecordComponents()) {
                    open.add(component.getGenericType());
                }
            }
        }
        assertThat(reached).hasSizeGreaterThan(20).doesNotContainAnyElementsOf(RECORDS);
    }
}
