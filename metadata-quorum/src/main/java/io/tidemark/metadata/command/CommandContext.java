// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.command;

/**
 * What an entry of the metadata log says besides its command: the only time and the only entropy that a decision may use.
 *
 * @param index metadata index of the entry
 * @param controllerTerm Raft term of the controller that submitted it for itself; 0 for commands of others
 * @param timeMs wall clock of the submitting controller, milliseconds since 1970-01-01 UTC
 * @param entropy random number drawn by the submitting controller
 */
public record CommandContext(long index, long controllerTerm, long timeMs, long entropy) {}
