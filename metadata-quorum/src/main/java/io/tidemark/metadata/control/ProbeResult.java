// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

/** What came of dialling a broker. */
public enum ProbeResult {
    /** The host refused the connection: nobody listens there, so the process is gone. */
    REFUSED,
    /** Anything else: connected, no route, no answer. It proves nothing. */
    OTHER
}
