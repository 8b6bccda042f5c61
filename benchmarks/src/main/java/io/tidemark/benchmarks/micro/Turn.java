// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

/**
 * Sums over one turn of a contender.
 *
 * @param operations how often it was done
 * @param wallMicros elapsed time, microseconds
 * @param threadMicros processor time of the measuring thread, microseconds
 * @param processMicros processor time of all threads, until those in the background are idle again, microseconds
 * @param allocatedBytes allocated on the measuring thread
 */
record Turn(long operations, double wallMicros, double threadMicros, double processMicros, double allocatedBytes) {}
