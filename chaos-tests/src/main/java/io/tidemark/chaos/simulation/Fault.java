// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

/**
 * Something that goes wrong, or that an operator does.
 *
 * @param atMs virtual time, milliseconds
 * @param a first number of its kind: mostly a broker
 * @param b second number of its kind
 * @param forMs how long it lasts, milliseconds
 */
record Fault(long atMs, Kind kind, int a, int b, long forMs) {
    /** What there is. */
    enum Kind {
        /** Messages from node a to node b are lost. */
        CUT,
        /** Broker a hears nobody and nobody hears it. */
        ISOLATE,
        /** Broker a and voter b do not hear each other. */
        CUT_VOTER,
        /** Broker a hears no voter and is not heard; with b = 1 it is only not heard, with 2 it only does not hear. */
        CUT_CONTROL,
        /** a of 1000 messages are lost. */
        LOSS,
        /** a of 1000 messages between broker b and voters are lost, and some of others: lives are fenced and come back. */
        LOSS_CONTROL,
        /** a of 1000 commands wait at the controllers until after their senders gave up; heartbeats go on. */
        LATE_COMMANDS,
        /** Broker a hears of the metadata up to b milliseconds late, while its heartbeats and commands go on. */
        STALE_IMAGE,
        /** Messages take up to a milliseconds more. */
        SLOW_NETWORK,
        /** a of 1000 messages arrive twice. */
        DUPLICATE,
        /** a of 1000 messages arrive out of order. */
        REORDER,
        /** kill -9 of broker a. */
        KILL,
        /** Broker a loses its power. */
        POWER,
        /** All brokers lose their power. */
        POWER_ALL,
        /** All brokers are killed. */
        KILL_ALL,
        /** Broker a stands still, and b times more soon after. */
        PAUSE,
        /** Broker a is stopped in good order. */
        SHUTDOWN,
        /** Broker a's disk is full. */
        DISK_FULL,
        /** Broker a's disk takes up to three seconds for a force, and for a read of what is not in memory. */
        DISK_SLOW,
        /** Broker a's disk fails; it is restarted after that. */
        DISK_FAIL,
        /** A bit of broker a's disk flips and it is killed. */
        BIT_FLIP,
        /** A bit of broker a's disk flips and is found while the log is open. */
        ROT,
        /** Broker a's logs do not close. */
        CLOSE_FAIL,
        /** Broker a is stopped in good order but for its logs, which do not close; then its power goes. */
        HALF_CLOSE,
        /** Somebody says to be broker a and asks all leaders for what follows their logs' ends. */
        FORGE,
        /** All are killed and broker a's logs come back shorter without anybody knowing: more than is promised against. */
        FORGET,
        /** Broker a's wall clock jumps by b seconds. */
        CLOCK_JUMP,
        /** The quorum elects another leader, the old one believes for b milliseconds. */
        CONTROLLER,
        /** Voter a stands still. */
        PAUSE_VOTER,
        /** Topic a gets the minimum b. */
        MIN_ISR,
        /** Topic a becomes flushed, with b = 0 replicated. */
        DURABILITY,
        /** A partition of topic a moves to other brokers. */
        MOVE,
        /** What broker a has moves to others, mostly because somebody thinks that it does not come back. */
        EVACUATE,
        /** Topic a gets other preferred leaders, who lead from then on, and perhaps its old ones after a while. */
        LEAD,
        /** Topic a is deleted and created again. */
        RECREATE,
        /** Records of topic a are deleted, up to what its leader holds. */
        DELETE,
        /** Preferred leaders are elected. */
        PREFERRED,
        /** An operator accepts losses for topic a. */
        UNCLEAN
    }

    String line() {
        return atMs + " " + kind + " " + a + " " + b + " " + forMs;
    }

    static Fault parse(String line) {
        String[] fields = line.trim().split(" ", -1);
        return new Fault(
                Long.parseLong(fields[0]),
                Kind.valueOf(fields[1]),
                Integer.parseInt(fields[2]),
                Integer.parseInt(fields[3]),
                Long.parseLong(fields[4]));
    }
}
