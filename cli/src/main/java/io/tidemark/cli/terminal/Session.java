// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.terminal;

/**
 * What a command works with.
 *
 * @param terminal where results and news go
 * @param clients makes clients
 */
public record Session(Terminal terminal, Clients clients) {}
