// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.fake;

/** What a broker does to a write instead of answering it well. */
public enum ProduceFault {
    /** Nothing. */
    NONE,
    /** Appends, then breaks the stream without an answer. */
    APPEND_AND_BREAK,
    /** Breaks the stream and appends nothing. */
    BREAK,
    /** Breaks the stream now and carries the write out a little later. */
    BREAK_AND_APPEND_LATE,
    /** Appends and says that time ran out. */
    APPEND_AND_TIME_OUT,
    /** Appends nothing and says that time ran out. */
    TIME_OUT,
    /** Appends and answers late; later answers overtake. */
    ANSWER_LATE,
    /** Too few in-sync replicas. */
    NOT_ENOUGH_REPLICAS,
    /** Appends, then too few in-sync replicas. */
    APPEND_NOT_ENOUGH_REPLICAS,
    /** Full mailbox. */
    OVERLOADED,
    /** The leader moves first; the answer has a hint. */
    MOVE_LEADER,
    /** Appends, then the leader moves; the answer has a hint. */
    APPEND_AND_MOVE_LEADER,
    /** Carries the write out twice, answering once. */
    APPEND_TWICE,
    /** Appends and never answers. */
    APPEND_AND_HANG
}
