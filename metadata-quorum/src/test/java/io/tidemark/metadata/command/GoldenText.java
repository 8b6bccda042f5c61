// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.command;

import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import java.util.HexFormat;

/** A message as text for people, followed by its bytes, so that both a changed name and a changed number are seen. */
final class GoldenText {
    static final String BYTES = "\n# bytes\n";
    private static final int LINE_LENGTH = 96;

    private GoldenText() {}

    static String of(Message message) {
        StringBuilder text = new StringBuilder(TextFormat.printer().printToString(message)).append(BYTES);
        String hex = HexFormat.of().formatHex(MetadataCodec.toBytes(message));
        for (int i = 0; i < hex.length(); i += LINE_LENGTH) {
            text.append(hex, i, Math.min(hex.length(), i + LINE_LENGTH)).append('\n');
        }
        return text.toString();
    }
}
