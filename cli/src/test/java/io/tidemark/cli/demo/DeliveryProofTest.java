// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class DeliveryProofTest {
    private static final int LINES = 6;

    private final WrittenLines written = new WrittenLines(100);

    private record Read(String key, int line, long fingerprint, int partition, long recordOffset) {}

    /** Lines 0 to 5 of keys a and b in turn, all acknowledged in one partition at their number. */
    private List<Read> goodHistory() {
        List<Read> reads = new ArrayList<>();
        for (int line = 0; line < LINES; line++) {
            written.sent(1_000 + line);
            written.acknowledged(line, 0, line);
            reads.add(new Read(line % 2 == 0 ? "a" : "b", line, 1_000 + line, 0, line));
        }
        return reads;
    }

    private DeliveryProof.Verdict verdict(List<Read> reads) {
        DeliveryProof proof = new DeliveryProof(written, 100);
        reads.forEach(
                read -> proof.read(read.key(), read.line(), read.fingerprint(), read.partition(), read.recordOffset()));
        return proof.verdict();
    }

    @Test
    void provesACompleteHistory() {
        DeliveryProof.Verdict verdict = verdict(goodHistory());

        assertThat(verdict).isEqualTo(new DeliveryProof.Verdict(LINES, 0, 0, 0, 0, List.of()));
        assertThat(verdict.isProven()).isTrue();
    }

    @Test
    void findsALostLine() {
        List<Read> reads = goodHistory();
        reads.remove(3);

        DeliveryProof.Verdict verdict = verdict(reads);

        assertThat(verdict.lost()).isEqualTo(1);
        assertThat(verdict.isProven()).isFalse();
        assertThat(verdict.examples()).containsExactly("line 3 was acknowledged and is gone");
    }

    @Test
    void findsALineThatIsThereTwice() {
        List<Read> reads = goodHistory();
        reads.add(new Read("b", 5, 1_005, 0, 6));

        DeliveryProof.Verdict verdict = verdict(reads);

        assertThat(verdict.duplicates()).isEqualTo(1);
        assertThat(verdict.distinct()).isEqualTo(LINES);
        assertThat(verdict.isProven()).isFalse();
    }

    @Test
    void findsALineBehindALaterOneOfItsKey() {
        List<Read> reads = goodHistory();
        reads.add(reads.remove(2));

        DeliveryProof.Verdict verdict = verdict(reads);

        assertThat(verdict.outOfOrder()).isEqualTo(1);
        assertThat(verdict.isProven()).isFalse();
    }

    @Test
    void allowsAnyOrderBetweenKeys() {
        List<Read> reads = goodHistory();
        reads.sort((one, other) -> one.key().compareTo(other.key()));

        assertThat(verdict(reads).isProven()).isTrue();
    }

    @Test
    void findsAnAlteredValue() {
        List<Read> reads = goodHistory();
        reads.set(1, new Read("b", 1, 7, 0, 1));

        assertThat(verdict(reads).wrong()).isEqualTo(1);
    }

    @Test
    void findsALineThatWasNeverSent() {
        List<Read> reads = goodHistory();
        reads.add(new Read("a", LINES, 1, 0, 6));
        reads.add(new Read("a", -1, 1, 0, 7));

        assertThat(verdict(reads).wrong()).isEqualTo(2);
    }

    @Test
    void findsALineElsewhereThanAcknowledged() {
        List<Read> reads = goodHistory();
        reads.set(5, new Read("b", 5, 1_005, 0, 9));

        assertThat(verdict(reads).wrong()).isEqualTo(1);
    }

    @Test
    void allowsALineOfUnknownFateToBeThereOrNot() {
        List<Read> reads = goodHistory();
        written.sent(1_006);
        written.refused();

        assertThat(verdict(reads).isProven()).isTrue();
        reads.add(new Read("a", 6, 1_006, 3, 17));
        assertThat(verdict(reads).isProven()).isTrue();
        reads.add(new Read("a", 6, 1_006, 3, 18));
        assertThat(verdict(reads).isProven()).isFalse();
    }

    @Test
    void allowsAnyPlaceForALineWhoseOffsetWasNotTold() {
        List<Read> reads = goodHistory();
        written.sent(1_006);
        written.acknowledged(6, 0, -1);
        reads.add(new Read("a", 6, 1_006, 0, 6));

        assertThat(verdict(reads).isProven()).isTrue();
    }

    @Property(tries = 200)
    void isNotProvenOnceAnythingIsTakenAwayRepeatedOrAltered(
            @ForAll Random random,
            @ForAll @IntRange(min = 2, max = 100) int lines,
            @ForAll @IntRange(max = 2) int fault) {
        WrittenLines books = new WrittenLines(lines);
        DeliveryProof good = new DeliveryProof(books, lines);
        DeliveryProof bad = new DeliveryProof(books, lines);
        int faulty = random.nextInt(lines);
        for (int line = 0; line < lines; line++) {
            books.sent(line * 31L);
            books.acknowledged(line, line % 4, line);
            good.read("k" + line % 8, line, line * 31L, line % 4, line);
            boolean isFaulty = line == faulty;
            if (!isFaulty || fault != 0) {
                bad.read("k" + line % 8, line, line * 31L + (isFaulty && fault == 1 ? 1 : 0), line % 4, line);
            }
            if (isFaulty && fault == 2) {
                bad.read("k" + line % 8, line, line * 31L, line % 4, lines);
            }
        }
        assertThat(good.verdict().isProven()).isTrue();
        assertThat(bad.verdict().isProven()).isFalse();
    }
}
