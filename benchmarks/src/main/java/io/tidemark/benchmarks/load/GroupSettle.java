// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.load;

import io.tidemark.client.TidemarkException;
import io.tidemark.client.admin.Admin;
import io.tidemark.client.admin.GroupAdmin;
import io.tidemark.client.consumer.GroupConsumer;
import io.tidemark.client.consumer.RebalanceListener;
import io.tidemark.client.metadata.ClientConfig;
import io.tidemark.v1.DescribeGroupResponse;
import io.tidemark.v1.GroupMember;
import io.tidemark.v1.GroupState;
import io.tidemark.v1.TopicPartitions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * How long a group of real consumers in several processes takes to settle: after they all have come, after one process was
 * killed and its sessions have ended, and after it has come again. Arguments: bootstrap servers, then optionally the number
 * of processes, consumers in all, and partitions. The cluster must run.
 */
public final class GroupSettle {
    private static final String TOPIC = "group-settle";
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final String bootstrap;
    private final String groupId = "settle-" + ProcessHandle.current().pid();
    private final int partitionCount;

    private GroupSettle(String bootstrap, int partitionCount) {
        this.bootstrap = bootstrap;
        this.partitionCount = partitionCount;
    }

    /** Measures, or is one of the processes that do the reading. */
    public static void main(String[] args) throws Exception {
        if (args.length == 4 && args[0].equals("members")) {
            read(args[1], args[2], Integer.parseInt(args[3]));
            return;
        }
        int processCount = args.length > 1 ? Integer.parseInt(args[1]) : 4;
        int consumerCount = args.length > 2 ? Integer.parseInt(args[2]) : 50;
        int partitions = args.length > 3 ? Integer.parseInt(args[3]) : 200;
        new GroupSettle(args[0], partitions).measure(processCount, consumerCount);
    }

    private static void read(String bootstrap, String groupId, int count) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        ClientConfig config = ClientConfig.of(bootstrap).with("group.id", groupId);
        for (int i = 0; i < count; i++) {
            Thread thread = new Thread(() -> {
                try (GroupConsumer consumer = GroupConsumer.create(config)) {
                    consumer.subscribe(List.of(TOPIC), RebalanceListener.NONE);
                    while (!Thread.currentThread().isInterrupted()) {
                        consumer.poll(Duration.ofSeconds(1));
                    }
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void measure(int processCount, int consumerCount) throws Exception {
        ClientConfig config = ClientConfig.of(bootstrap);
        try (Admin admin = Admin.create(config);
                GroupAdmin groups = GroupAdmin.create(config)) {
            try {
                admin.createTopic(TOPIC, partitionCount, 0, Map.of());
            } catch (TidemarkException there) {
                System.out.println("topic " + TOPIC + " is there: " + there.getMessage());
            }
            List<Process> processes = new ArrayList<>();
            try {
                for (int i = 0; i < processCount; i++) {
                    processes.add(start(share(i, processCount, consumerCount)));
                }
                awaitSettled(groups, consumerCount, "from the first member that is there until all have settled");
                int lost = share(processCount - 1, processCount, consumerCount);
                processes.get(processCount - 1).destroyForcibly();
                awaitSettled(groups, consumerCount - lost, "from the end of the sessions of a killed process");
                processes.set(processCount - 1, start(lost));
                awaitSettled(groups, consumerCount, "from the first member that comes again");
            } finally {
                for (Process process : processes) {
                    process.destroyForcibly();
                    process.waitFor(10, TimeUnit.SECONDS);
                }
            }
        }
    }

    private static int share(int index, int processCount, int consumerCount) {
        return consumerCount / processCount + (index < consumerCount % processCount ? 1 : 0);
    }

    private Process start(int count) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        GroupSettle.class.getName(),
                        "members",
                        bootstrap,
                        groupId,
                        String.valueOf(count))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** The clock starts when the number of members first changes, and stops when every one reads what it shall. */
    private void awaitSettled(GroupAdmin groups, int memberCount, String what) {
        long endNs = System.nanoTime() + PATIENCE.toNanos();
        int membersBefore = describe(groups).getMembersCount();
        long changedNs = -1;
        while (System.nanoTime() < endNs) {
            DescribeGroupResponse group = describe(groups);
            if (changedNs < 0 && group.getMembersCount() != membersBefore) {
                changedNs = System.nanoTime();
            }
            checkOwners(group);
            if (changedNs >= 0
                    && group.getMembersCount() == memberCount
                    && group.getState() == GroupState.GROUP_STATE_STABLE) {
                System.out.printf(
                        "%s: %d ms, %d members, epoch %d%n",
                        what, (System.nanoTime() - changedNs) / 1_000_000, memberCount, group.getGroupEpoch());
                return;
            }
            LockSupport.parkNanos(10_000_000);
        }
        throw new IllegalStateException("not settled in " + PATIENCE + ": " + what);
    }

    private static void checkOwners(DescribeGroupResponse group) {
        Set<String> owned = new HashSet<>();
        for (GroupMember member : group.getMembersList()) {
            for (TopicPartitions topic : member.getAssignmentList()) {
                for (int partition : topic.getPartitionsList()) {
                    if (!owned.add(topic.getTopic() + "-" + partition)) {
                        throw new IllegalStateException("two owners of " + topic.getTopic() + "-" + partition);
                    }
                }
            }
        }
    }

    private DescribeGroupResponse describe(GroupAdmin groups) {
        try {
            return groups.describeGroup(groupId);
        } catch (TidemarkException notYet) {
            return DescribeGroupResponse.getDefaultInstance();
        }
    }
}
