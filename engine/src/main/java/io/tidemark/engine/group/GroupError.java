// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.group;

/** Why a request about a group was not carried out. What each means: see {@code errors.proto}. */
public enum GroupError {
    /** Carried out. */
    NONE,
    /** Not the coordinator, or not any more. */
    NOT_COORDINATOR,
    /** The state is being read. */
    COORDINATOR_LOADING,
    /** Nobody can be sure to be the coordinator. */
    COORDINATOR_NOT_AVAILABLE,
    /** It may have been carried out. */
    REQUEST_TIMED_OUT,
    /** No such member. */
    UNKNOWN_MEMBER,
    /** Not the member's epoch. */
    FENCED_MEMBER_EPOCH,
    /** Another member has the instance id. */
    FENCED_INSTANCE,
    /** A live member has the instance id. */
    UNRELEASED_INSTANCE,
    /** There are members. */
    GROUP_NOT_EMPTY,
    /** No such group. */
    GROUP_NOT_FOUND,
    /** The member does not own the partition. */
    PARTITION_NOT_OWNED,
    /** No room for another member. */
    GROUP_MAX_SIZE_REACHED,
    /** The member's later commit came before this one. */
    OVERTAKEN,
    /** Asking again would not help. */
    INVALID_REQUEST
}
