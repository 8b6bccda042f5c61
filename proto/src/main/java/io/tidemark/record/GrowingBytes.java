// SPDX-License-Identifier: Apache-2.0
package io.tidemark.record;

import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;

/** A byte array that grows; keeps its array when cleared. Numbers are written as in the record format. */
final class GrowingBytes extends OutputStream {
    private static final int LARGEST = Integer.MAX_VALUE - 64;

    private byte[] array;
    private int size;

    GrowingBytes(int capacity) {
        array = new byte[capacity];
    }

    byte[] array() {
        return array;
    }

    int size() {
        return size;
    }

    /** Cuts to the first bytes. */
    void truncate(int newSize) {
        size = Objects.checkIndex(newSize, size + 1);
    }

    /** Makes room for so many more bytes. */
    void reserve(int count) {
        if (count > array.length - size) {
            long needed = (long) size + count;
            if (needed > LARGEST) {
                throw new IllegalStateException("a batch cannot hold " + needed + " bytes");
            }
            array = Arrays.copyOf(array, (int) Math.min(LARGEST, Math.max(needed, 2L * array.length)));
        }
    }

    /** Counts bytes as written that were put into {@link #array} behind {@link #size}. */
    void advance(int count) {
        size += count;
    }

    @Override
    public void write(int value) {
        reserve(1);
        array[size++] = (byte) value;
    }

    @Override
    public void write(byte[] source, int from, int count) {
        reserve(count);
        System.arraycopy(source, from, array, size, count);
        size += count;
    }

    /** Copies what remains of the buffer, whose position stays. */
    void write(ByteBuffer source) {
        int count = source.remaining();
        reserve(count);
        source.get(source.position(), array, size, count);
        size += count;
    }

    void writeLittleEndianInt(int value) {
        reserve(Integer.BYTES);
        for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
            array[size++] = (byte) (value >>> shift);
        }
    }

    /** Zig-zag, seven bits a byte, lowest first. */
    void writeVarint(int value) {
        writeVarlong(value);
    }

    /** Zig-zag, seven bits a byte, lowest first. */
    void writeVarlong(long value) {
        reserve(Varint.MAX_VARLONG_BYTES);
        long rest = (value << 1) ^ (value >> 63);
        while ((rest & ~0x7FL) != 0) {
            array[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        array[size++] = (byte) rest;
    }

    ByteBuffer copy() {
        return ByteBuffer.wrap(Arrays.copyOf(array, size));
    }
}
