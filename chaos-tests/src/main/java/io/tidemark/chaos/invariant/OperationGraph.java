// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/** A directed graph over numbers, and its strongly connected components by Tarjan, without recursion. */
final class OperationGraph {
    private static final int UNVISITED = -1;

    private final int[] firstEdge;
    private int[] nextEdge = new int[1024];
    private int[] target = new int[1024];
    private int edgeCount;

    OperationGraph(int nodeCount) {
        firstEdge = new int[nodeCount];
        Arrays.fill(firstEdge, -1);
    }

    void edge(int from, int to) {
        if (edgeCount == target.length) {
            nextEdge = Arrays.copyOf(nextEdge, edgeCount * 2);
            target = Arrays.copyOf(target, edgeCount * 2);
        }
        target[edgeCount] = to;
        nextEdge[edgeCount] = firstEdge[from];
        firstEdge[from] = edgeCount++;
    }

    /** Sets of at least two nodes, each of which leads to every other. */
    List<List<Integer>> cycles() {
        return new Search().run();
    }

    private final class Search {
        private final int[] number = new int[firstEdge.length];
        private final int[] low = new int[firstEdge.length];
        private final int[] edge = firstEdge.clone();
        private final boolean[] isOnStack = new boolean[firstEdge.length];
        private final Deque<Integer> stack = new ArrayDeque<>();
        private final List<List<Integer>> components = new ArrayList<>();
        private int next;

        private List<List<Integer>> run() {
            Arrays.fill(number, UNVISITED);
            for (int node = 0; node < number.length; node++) {
                if (number[node] == UNVISITED) {
                    visit(node);
                }
            }
            return components;
        }

        private void visit(int root) {
            Deque<Integer> path = new ArrayDeque<>();
            enter(root, path);
            while (!path.isEmpty()) {
                int node = path.peek();
                int at = edge[node];
                if (at >= 0) {
                    edge[node] = nextEdge[at];
                    follow(node, target[at], path);
                } else {
                    leave(node, path);
                }
            }
        }

        private void enter(int node, Deque<Integer> path) {
            number[node] = next;
            low[node] = next++;
            stack.push(node);
            isOnStack[node] = true;
            path.push(node);
        }

        private void follow(int node, int to, Deque<Integer> path) {
            if (number[to] == UNVISITED) {
                enter(to, path);
            } else if (isOnStack[to]) {
                low[node] = Math.min(low[node], number[to]);
            }
        }

        private void leave(int node, Deque<Integer> path) {
            path.pop();
            if (!path.isEmpty()) {
                low[path.peek()] = Math.min(low[path.peek()], low[node]);
            }
            if (low[node] == number[node]) {
                component(node);
            }
        }

        private void component(int root) {
            List<Integer> component = new ArrayList<>();
            int node;
            do {
                node = stack.pop();
                isOnStack[node] = false;
                component.add(node);
            } while (node != root);
            if (component.size() > 1) {
                components.add(component);
            }
        }
    }
}
