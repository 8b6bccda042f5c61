// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import io.tidemark.engine.log.chronicle.FaultyFiles.Faults;
import io.tidemark.engine.log.chronicle.FaultyFiles.Operation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;

/** A channel of a file whose disk fails. */
final class FaultyChannel extends FileChannel {
    private final FileChannel disk;
    private final Path file;
    private final Faults faults;

    FaultyChannel(FileChannel disk, Path file, Faults faults) {
        this.disk = disk;
        this.file = file;
        this.faults = faults;
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        faults.before(Operation.READ, file);
        return disk.read(into);
    }

    @Override
    public long read(ByteBuffer[] into, int offset, int length) throws IOException {
        faults.before(Operation.READ, file);
        return disk.read(into, offset, length);
    }

    @Override
    public int read(ByteBuffer into, long position) throws IOException {
        faults.before(Operation.READ, file);
        return disk.read(into, position);
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
        faults.before(Operation.WRITE, file);
        return disk.write(from);
    }

    @Override
    public long write(ByteBuffer[] from, int offset, int length) throws IOException {
        faults.before(Operation.WRITE, file);
        return disk.write(from, offset, length);
    }

    /** Half of it is written before the disk fails. */
    @Override
    public int write(ByteBuffer from, long position) throws IOException {
        try {
            faults.before(Operation.WRITE, file);
        } catch (IOException failure) {
            disk.write(from.slice(from.position(), from.remaining() / 2), position);
            throw failure;
        }
        return disk.write(from, position);
    }

    @Override
    public void force(boolean metaData) throws IOException {
        faults.before(Operation.FORCE, file);
        disk.force(metaData);
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long position, long size) throws IOException {
        faults.before(Operation.MAP, file);
        return disk.map(mode, position, size);
    }

    @Override
    public long size() throws IOException {
        faults.before(Operation.SIZE, file);
        return disk.size();
    }

    @Override
    public long position() throws IOException {
        return disk.position();
    }

    @Override
    public FileChannel position(long position) throws IOException {
        disk.position(position);
        return this;
    }

    @Override
    public FileChannel truncate(long size) throws IOException {
        disk.truncate(size);
        return this;
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel target) throws IOException {
        return disk.transferTo(position, count, target);
    }

    @Override
    public long transferFrom(ReadableByteChannel source, long position, long count) throws IOException {
        return disk.transferFrom(source, position, count);
    }

    @Override
    public FileLock lock(long position, long size, boolean shared) throws IOException {
        return disk.lock(position, size, shared);
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) throws IOException {
        return disk.tryLock(position, size, shared);
    }

    @Override
    protected void implCloseChannel() throws IOException {
        disk.close();
    }
}
