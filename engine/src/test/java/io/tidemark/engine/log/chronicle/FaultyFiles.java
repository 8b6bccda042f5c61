// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Paths of the real file system, each use of which may be made to fail as a disk does. What goes around paths, the mappings of
 * the queue, is as it is.
 */
final class FaultyFiles {
    /** Asked before each use of a file. */
    @FunctionalInterface
    interface Faults {
        /** Throws if the operation is to fail. */
        void before(Operation operation, Path file) throws IOException;
    }

    /** What is done to a file. */
    enum Operation {
        OPEN,
        READ,
        WRITE,
        FORCE,
        MAP,
        SIZE,
        MOVE,
        DELETE,
        LINK,
        LIST,
        ALLOCATE
    }

    private final Faults faults;
    private final Provider provider = new Provider();
    private final Files files = new Files();

    FaultyFiles(Faults faults) {
        this.faults = faults;
    }

    /** The same path, on which things fail. */
    Path of(Path real) {
        return (Path) Proxy.newProxyInstance(
                FaultyFiles.class.getClassLoader(), new Class<?>[] {Path.class}, (self, method, arguments) -> {
                    if (method.getName().equals("getFileSystem")) {
                        return files;
                    }
                    if (method.getName().equals("equals")) {
                        return real.equals(plain(arguments[0]));
                    }
                    Object[] plain = arguments == null ? new Object[0] : new Object[arguments.length];
                    for (int i = 0; i < plain.length; i++) {
                        plain[i] = plain(arguments[i]);
                    }
                    try {
                        Object result = method.invoke(real, plain);
                        return result instanceof Path path ? of(path) : result;
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
    }

    private static Object plain(Object argument) {
        return argument instanceof Path path && Proxy.isProxyClass(path.getClass()) ? real(path) : argument;
    }

    private static Path real(Path path) {
        return Proxy.isProxyClass(path.getClass()) ? Path.of(path.toString()) : path;
    }

    private final class Provider extends FileSystemProvider {
        private final FileSystemProvider disk = Path.of("").getFileSystem().provider();

        @Override
        public FileChannel newFileChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
                throws IOException {
            faults.before(Operation.OPEN, path);
            return new FaultyChannel(disk.newFileChannel(real(path), options, attributes), path, faults);
        }

        @Override
        public SeekableByteChannel newByteChannel(
                Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
            return newFileChannel(path, options, attributes);
        }

        @Override
        public DirectoryStream<Path> newDirectoryStream(Path dir, DirectoryStream.Filter<? super Path> filter)
                throws IOException {
            faults.before(Operation.LIST, dir);
            List<Path> found = new ArrayList<>();
            try (DirectoryStream<Path> entries =
                    disk.newDirectoryStream(real(dir), entry -> filter.accept(of(entry)))) {
                entries.forEach(entry -> found.add(of(entry)));
            }
            return new DirectoryStream<>() {
                @Override
                public java.util.Iterator<Path> iterator() {
                    return found.iterator();
                }

                @Override
                public void close() {
                    // All was read.
                }
            };
        }

        @Override
        public void createDirectory(Path dir, FileAttribute<?>... attributes) throws IOException {
            disk.createDirectory(real(dir), attributes);
        }

        @Override
        public void delete(Path path) throws IOException {
            faults.before(Operation.DELETE, path);
            disk.delete(real(path));
        }

        @Override
        public void copy(Path source, Path target, CopyOption... options) throws IOException {
            disk.copy(real(source), real(target), options);
        }

        @Override
        public void move(Path source, Path target, CopyOption... options) throws IOException {
            faults.before(Operation.MOVE, target);
            disk.move(real(source), real(target), options);
        }

        @Override
        public void createLink(Path link, Path existing) throws IOException {
            faults.before(Operation.LINK, link);
            disk.createLink(real(link), real(existing));
        }

        @Override
        public boolean isSameFile(Path one, Path other) throws IOException {
            return disk.isSameFile(real(one), real(other));
        }

        @Override
        public boolean isHidden(Path path) throws IOException {
            return disk.isHidden(real(path));
        }

        @Override
        public FileStore getFileStore(Path path) throws IOException {
            return disk.getFileStore(real(path));
        }

        @Override
        public void checkAccess(Path path, AccessMode... modes) throws IOException {
            disk.checkAccess(real(path), modes);
        }

        @Override
        public <V extends FileAttributeView> V getFileAttributeView(Path path, Class<V> type, LinkOption... options) {
            return disk.getFileAttributeView(real(path), type, options);
        }

        @Override
        public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
                throws IOException {
            return disk.readAttributes(real(path), type, options);
        }

        @Override
        public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options)
                throws IOException {
            return disk.readAttributes(real(path), attributes, options);
        }

        @Override
        public void setAttribute(Path path, String attribute, Object value, LinkOption... options) throws IOException {
            disk.setAttribute(real(path), attribute, value, options);
        }

        @Override
        public String getScheme() {
            return "faulty";
        }

        @Override
        public FileSystem newFileSystem(URI uri, Map<String, ?> settings) {
            throw new UnsupportedOperationException("there is one");
        }

        @Override
        public FileSystem getFileSystem(URI uri) {
            return files;
        }

        @Override
        public Path getPath(URI uri) {
            return of(Path.of(uri));
        }
    }

    private final class Files extends FileSystem {
        private final FileSystem disk = Path.of("").getFileSystem();

        @Override
        public FileSystemProvider provider() {
            return provider;
        }

        @Override
        public PathMatcher getPathMatcher(String pattern) {
            PathMatcher matcher = disk.getPathMatcher(pattern);
            return path -> matcher.matches(real(path));
        }

        @Override
        public Path getPath(String first, String... more) {
            return of(disk.getPath(first, more));
        }

        @Override
        public void close() {
            // It is the disk's.
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public boolean isReadOnly() {
            return false;
        }

        @Override
        public String getSeparator() {
            return disk.getSeparator();
        }

        @Override
        public Iterable<Path> getRootDirectories() {
            return disk.getRootDirectories();
        }

        @Override
        public Iterable<FileStore> getFileStores() {
            return disk.getFileStores();
        }

        @Override
        public Set<String> supportedFileAttributeViews() {
            return disk.supportedFileAttributeViews();
        }

        @Override
        public UserPrincipalLookupService getUserPrincipalLookupService() {
            return disk.getUserPrincipalLookupService();
        }

        @Override
        public WatchService newWatchService() throws IOException {
            return disk.newWatchService();
        }
    }
}
