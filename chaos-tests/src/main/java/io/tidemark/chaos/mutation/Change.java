// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.mutation;

import org.jspecify.annotations.Nullable;

/**
 * What is done to a method. Constants are a {@link Boolean}, {@link Integer} or {@link Long} that fits the type returned,
 * null, {@link #EMPTY_LIST} or {@link #EMPTY_INT}; for a method without a result the constant is null and the body or call is left out.
 */
public sealed interface Change {
    /** Stands for an empty immutable list. */
    String EMPTY_LIST = "an empty list";

    /** Stands for an empty optional int. */
    String EMPTY_INT = "an empty optional int";

    /** The whole method does nothing but return a constant. */
    record Returns(@Nullable Object constant) implements Change {}

    /** Every call of {@code callee} in the method is left out; its result is a constant. */
    record CallReturns(String callee, @Nullable Object constant) implements Change {}

    /** Every call of {@code callee}, a static method of two longs or two ints, gives one of its arguments, 0 or 1. */
    record CallReturnsArgument(String callee, int argument) implements Change {}

    /** The method is as it was; a boolean result that is not the constant is noted under the number, in {@link Reached}. */
    record Noted(int number, boolean constant) implements Change {}

    /** The method leaves a field of any object as it is. */
    record KeepsField(String field) implements Change {}

    /**
     * One conditional jump of the method is always or never taken.
     *
     * @param index which one, from 0, in the order of the bytecode
     */
    record Jump(int index, boolean taken) implements Change {}

    /**
     * Before anything else the method calls a static method of the same arguments.
     *
     * @param className full name of the class that has it, one that comes with the agent
     * @param callee its name
     */
    record CallsFirst(String className, String callee) implements Change {}
}
