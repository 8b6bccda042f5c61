// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

/**
 * A member of a group that reads the topic and commits what it has read. Now and then it leaves, or dies without a word, and
 * comes back as another member, or it is busy for so long with something else that its group gives it up.
 */
final class GroupMemberClient implements Runnable {
    private static final long LIFE_MEAN_MS = 12_000;
    private static final long PAUSE_MEAN_MS = 40;
    private static final int BUSY_MS = MemberLife.MAX_POLL_INTERVAL_MS + 1_500;
    private static final int COMMIT_ONE_IN = 3;

    private final ClientContext context;
    private final Generator generator;

    GroupMemberClient(ClientContext context, Generator generator) {
        this.context = context;
        this.generator = generator;
    }

    @Override
    public void run() {
        MemberLife life = new MemberLife(context);
        long lastNanos = System.nanoTime();
        while (!context.isStopping()) {
            life.poll();
            if (generator.below(COMMIT_ONE_IN) == 0) {
                life.commit();
            }
            long nowNanos = System.nanoTime();
            if (life.isUnsure() || generator.isTimeToCrash((nowNanos - lastNanos) / 1_000_000, LIFE_MEAN_MS)) {
                life = afterwards(life);
            }
            lastNanos = nowNanos;
            context.pause(generator.pauseNanos(PAUSE_MEAN_MS));
        }
        life.leave();
    }

    private MemberLife afterwards(MemberLife life) {
        boolean mayStay = !life.isUnsure();
        switch (generator.below(mayStay ? 3 : 2)) {
            case 0 -> life.leave();
            case 1 -> life.abandon();
            default -> {
                context.busyFor(BUSY_MS);
                // Whatever it was busy with, it believes that what it read is its own to commit.
                life.commit();
                return life;
            }
        }
        return new MemberLife(context);
    }
}
