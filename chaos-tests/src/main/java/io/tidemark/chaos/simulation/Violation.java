// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

/**
 * An invariant that did not hold.
 *
 * @param invariant its name
 * @param detail what was found
 * @param atMs virtual time, milliseconds
 * @param step how many steps had been taken
 */
public record Violation(String invariant, String detail, long atMs, long step) {}
