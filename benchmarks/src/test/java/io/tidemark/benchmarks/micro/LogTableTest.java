// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LogTableTest {
    private static final Contender KAFKA = new Contender("Kafka", () -> {}).checking();
    private static final Contender OURS = new Contender("Tidemark", () -> {}).checking();
    private static final Contender CHECKSUM = new Contender(LogTable.CHECKSUM, () -> {});
    private static final Contender FILE = new Contender("file", () -> {});
    private static final LogTable TABLE = new LogTable("append", "Kafka", "file", List.of(KAFKA, OURS, CHECKSUM, FILE));

    @Test
    void ratiosAreThoseWithinTheRoundsThatAreNotDisturbed() {
        List<Measured> results = List.of(
                measured(KAFKA, 30, 60, 30),
                measured(OURS, 20, 1000, 10),
                measured(CHECKSUM, 2, 2, 2),
                measured(FILE, 9, 90, 9));

        Rounds rounds = TABLE.rounds(results);
        TableRow ours = TABLE.rows(results, rounds).get(1);

        assertThat(rounds.disturbed()).isEqualTo(1);
        assertThat(ours.wallMicros()).isEqualTo(15);
        assertThat(ours.besideKafka()).isEqualTo((1.5 + 3) / 2);
        assertThat(ours.besideLimit()).isEqualTo((9 / 20.0 + 9 / 10.0) / 2);
        assertThat(ours.apartBesideLimit()).isEqualTo((9 / 18.0 + 9 / 8.0) / 2);
    }

    @Test
    void theChecksumIsTakenFromNobodyWhoDoesNotComputeIt() {
        List<Measured> results =
                List.of(measured(KAFKA, 30), measured(OURS, 20), measured(CHECKSUM, 2), measured(FILE, 9));

        TableRow file = TABLE.rows(results, TABLE.rounds(results)).get(3);

        assertThat(file.apartBesideLimit()).isEqualTo(1);
    }

    @Test
    void theTextTellsHowManyRoundsAreLeftOut() {
        List<Measured> results = List.of(
                measured(KAFKA, 1, 1, 1),
                measured(OURS, 1, 1, 1),
                measured(CHECKSUM, 1, 1, 1),
                measured(FILE, 1, 1, 2));
        Rounds rounds = TABLE.rounds(results);

        assertThat(TABLE.text(TABLE.rows(results, rounds), rounds, "Note."))
                .contains("| Tidemark | 1.000 |")
                .contains("Of 3 rounds 1 are left out as disturbed: \"file\" took more than 1.5 times its median")
                .contains("Note.");
    }

    @Test
    void processTimeIsTheMeanAndLeftOutWhereTooLittleWasMeasured() {
        Measured brief = measured(FILE, 5, 5);
        Measured lasting = new Measured(FILE, 2);
        lasting.put(0, new Turn(1000, 600_000, 0, 10_000, 0));
        lasting.put(1, new Turn(3000, 600_000, 0, 10_000, 0));
        Rounds both = Rounds.undisturbed(2, round -> 1);

        assertThat(brief.processMicros(both)).isNaN();
        assertThat(lasting.processMicros(both)).isEqualTo(5);
    }

    private static Measured measured(Contender contender, double... wallMicros) {
        Measured measured = new Measured(contender, wallMicros.length);
        for (int round = 0; round < wallMicros.length; round++) {
            measured.put(round, new Turn(10, wallMicros[round] * 10, 1, 1, 1));
        }
        return measured;
    }
}
