// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.broker;

/** What a broker's life cycle asks for. Called by its owner thread; results come back as inputs. */
interface LifecycleActions {
    /** Ask the controller to register this life. */
    void register();

    /** The image holds this life's registration: take up its assignments. */
    void activate();

    /** Send a heartbeat; the answer comes back with the time at which it was sent. */
    void heartbeat(boolean wantUnfence, boolean wantShutdown, long sentMs);

    /** The lease ends at that time; {@link io.tidemark.engine.runtime.BrokerLease#NONE}: there is none. */
    void lease(long endMs);

    /** The broker may be left alone: what is led here is led elsewhere, or the time for that is over. */
    void left(String how);

    /** This life is over; the process must end. */
    void end(String reason);

    /** Say a change of state: one line for people. */
    void announce(String line);
}
