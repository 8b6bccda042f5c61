// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.Step;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Searches an order of reads and writes of one register that fits what each returned and in which none is moved outside of
 * the time between its call and its return: the algorithm of Wing and Gong with the memory of Lowe.
 */
final class RegisterSearch {
    private final List<Call> calls;
    private final Node head = new Node(null, false);
    private final Set<Seen> seen = new HashSet<>();
    private @Nullable Call stuck;
    private int farthest = -1;

    /**
     * A read, a write, or a write that does nothing unless it finds a certain value.
     *
     * @param place where it stands in the history
     * @param completedNanos {@link Long#MAX_VALUE} for a write that may take effect at any time, or never
     * @param before the value that it found, that of a read is the one that it returned; {@link #ANY} when that does not matter
     * @param value the value after it
     */
    record Call(String place, long invokedNanos, long completedNanos, long before, long value) {
        static final long ANY = Step.Register.ANY;

        boolean fits(long present) {
            return before == ANY || before == present;
        }

        boolean mayNeverBe() {
            return completedNanos == Long.MAX_VALUE;
        }
    }

    private record Seen(BitSet done, long value) {}

    private record Choice(Node call, long before) {}

    /** A call or a return in a list by time; calls know their return. */
    private static final class Node {
        private final @Nullable Call call;
        private final boolean isReturn;
        private int number;
        private @Nullable Node end;
        private @Nullable Node next;
        private @Nullable Node previous;

        Node(@Nullable Call call, boolean isReturn) {
            this.call = call;
            this.isReturn = isReturn;
        }
    }

    private RegisterSearch(List<Call> calls) {
        this.calls = calls;
    }

    /** A call that fits in no order, the one that lets the search come no further; null when all fit. */
    static @Nullable Call misfit(List<Call> calls, long initial) {
        RegisterSearch search = new RegisterSearch(calls);
        search.link();
        return search.isInOrder(initial) ? null : search.stuck;
    }

    private void link() {
        List<Node> nodes = new ArrayList<>();
        for (int i = 0; i < calls.size(); i++) {
            Node begin = new Node(calls.get(i), false);
            begin.number = i;
            begin.end = new Node(calls.get(i), true);
            begin.end.number = i;
            nodes.add(begin);
            nodes.add(begin.end);
        }
        // At the same moment calls come first: then both orders are allowed.
        nodes.sort(Comparator.comparingLong(RegisterSearch::timeNanos).thenComparing(node -> node.isReturn));
        Node last = head;
        for (Node node : nodes) {
            insertAfter(last, node);
            last = node;
        }
    }

    private static long timeNanos(Node node) {
        Call call = node.call;
        return call == null ? Long.MIN_VALUE : node.isReturn ? call.completedNanos() : call.invokedNanos();
    }

    private static void insertAfter(Node place, Node node) {
        node.previous = place;
        node.next = place.next;
        if (node.next != null) {
            node.next.previous = node;
        }
        place.next = node;
    }

    private boolean isInOrder(long initial) {
        Deque<Choice> choices = new ArrayDeque<>();
        BitSet done = new BitSet(calls.size());
        long value = initial;
        Node at = head.next;
        while (head.next != null) {
            Call call = at == null ? null : at.call;
            if (at != null && call != null && !at.isReturn) {
                boolean fits = call.fits(value);
                done.set(at.number);
                if (fits && seen.add(new Seen((BitSet) done.clone(), call.value()))) {
                    choices.push(new Choice(at, value));
                    value = call.value();
                    lift(at);
                    at = head.next;
                } else {
                    done.clear(at.number);
                    at = at.next;
                }
                continue;
            }
            if (call != null && call.mayNeverBe()) {
                return true; // All that returned is in order; the rest may as well not have happened.
            }
            if (choices.size() > farthest && call != null) {
                farthest = choices.size();
                stuck = call;
            }
            if (choices.isEmpty()) {
                return false;
            }
            Choice undone = choices.pop();
            value = undone.before();
            done.clear(undone.call().number);
            restore(undone.call());
            at = undone.call().next;
        }
        return true;
    }

    private static void lift(Node call) {
        unlink(call);
        if (call.end != null) {
            unlink(call.end);
        }
    }

    private static void unlink(Node node) {
        if (node.previous != null) {
            node.previous.next = node.next;
        }
        if (node.next != null) {
            node.next.previous = node.previous;
        }
    }

    private static void restore(Node call) {
        if (call.end != null) {
            relink(call.end);
        }
        relink(call);
    }

    private static void relink(Node node) {
        if (node.previous != null) {
            node.previous.next = node;
        }
        if (node.next != null) {
            node.next.previous = node;
        }
    }
}
