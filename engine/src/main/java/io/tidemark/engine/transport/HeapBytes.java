// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.transport;

import com.google.protobuf.ByteOutput;
import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Gets at the bytes of a received field without copying them again: logs and checksums are quickest on plain arrays. */
final class HeapBytes extends ByteOutput {
    private @Nullable ByteBuffer only;
    private boolean severalPieces;

    private HeapBytes() {}

    /** The bytes in a buffer over an array. They belong to the message: nobody writes to them. */
    static ByteBuffer of(ByteString bytes) {
        HeapBytes pieces = new HeapBytes();
        try {
            UnsafeByteOperations.unsafeWriteTo(bytes, pieces);
        } catch (IOException impossible) {
            throw new IllegalStateException("nothing is written anywhere", impossible);
        }
        ByteBuffer only = pieces.only;
        return only == null || pieces.severalPieces ? ByteBuffer.wrap(bytes.toByteArray()) : only;
    }

    private void take(ByteBuffer piece) {
        severalPieces |= only != null;
        only = piece;
    }

    @Override
    public void writeLazy(byte[] value, int offset, int length) {
        take(ByteBuffer.wrap(value, offset, length).slice());
    }

    @Override
    public void writeLazy(ByteBuffer value) {
        severalPieces = true;
    }

    @Override
    public void write(byte value) {
        severalPieces = true;
    }

    @Override
    public void write(byte[] value, int offset, int length) {
        severalPieces = true;
    }

    @Override
    public void write(ByteBuffer value) {
        severalPieces = true;
    }
}
