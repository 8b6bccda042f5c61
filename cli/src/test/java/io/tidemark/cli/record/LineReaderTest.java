// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.record;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class LineReaderTest {
    private static List<String> lines(byte[] bytes) throws IOException {
        List<String> lines = new ArrayList<>();
        try (LineReader reader = new LineReader(new ByteArrayInputStream(bytes))) {
            for (byte[] line = reader.next(); line != null; line = reader.next()) {
                lines.add(new String(line, ISO_8859_1));
            }
        }
        return lines;
    }

    @Test
    void keepsEmptyLinesCarriageReturnsAndALastLineWithoutNewline() throws IOException {
        assertThat(lines("\na\r\n\n\u00ff\u0000b".getBytes(ISO_8859_1)))
                .containsExactly("", "a\r", "", "\u00ff\u0000b");
    }

    @Test
    void readsNothingFromAnEmptyStream() throws IOException {
        assertThat(lines(new byte[0])).isEmpty();
    }

    @Test
    void putsTogetherALineThatIsLongerThanItsBuffer() throws IOException {
        byte[] bytes = new byte[200_001];
        Arrays.fill(bytes, (byte) 'x');
        bytes[150_000] = '\n';

        assertThat(lines(bytes)).extracting(String::length).containsExactly(150_000, 50_000);
    }

    @Property
    void givesBackEveryByteWhenEachLineGetsItsNewlineBack(@ForAll @Size(max = 400) byte[] bytes) throws IOException {
        byte[] ended = Arrays.copyOf(bytes, bytes.length + 1);
        ended[bytes.length] = '\n';

        assertThat(String.join("\n", lines(ended)) + "\n").isEqualTo(new String(ended, ISO_8859_1));
    }
}
