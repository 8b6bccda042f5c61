// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.seam;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Leads calls of the clock and of disks through {@link Seams}. Adds no place where jumps meet, so that frames stay right. */
final class SeamRewriter {
    private static final String SEAMS = "io/tidemark/chaos/seam/Seams";
    private static final String OWN = "io/tidemark/chaos/seam/Seam";
    private static final String LOG = "io/tidemark/engine/log/";
    private static final String WRITER = LOG + "chronicle/SegmentWriter";

    private SeamRewriter() {}

    static boolean concerns(String className) {
        return (className.startsWith("io/tidemark/") || className.startsWith("org/apache/ratis/server/"))
                && !className.startsWith(OWN);
    }

    static byte[] rewrite(String className, byte[] original) {
        ClassReader reader = new ClassReader(original);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(new Methods(writer, className), 0);
        return writer.toByteArray();
    }

    private static final class Methods extends ClassVisitor {
        private final String className;

        Methods(ClassVisitor next, String className) {
            super(Opcodes.ASM9, next);
            this.className = className;
        }

        @Override
        public MethodVisitor visitMethod(
                int access,
                String name,
                String descriptor,
                @Nullable String signature,
                String @Nullable [] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            boolean appends = className.equals(WRITER) && name.equals("write");
            return new Calls(next, appends, className.startsWith(LOG) ? "forceLog" : "force");
        }
    }

    private static final class Calls extends MethodVisitor {
        private final boolean appends;
        private final String force;

        Calls(MethodVisitor next, boolean appends, String force) {
            super(Opcodes.ASM9, next);
            this.appends = appends;
            this.force = force;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            if (appends) {
                mv.visitMethodInsn(Opcodes.INVOKESTATIC, SEAMS, "append", "()V", false);
            }
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            if (owner.equals("java/lang/System") && name.equals("currentTimeMillis")) {
                mv.visitMethodInsn(Opcodes.INVOKESTATIC, SEAMS, name, descriptor, false);
            } else if (owner.equals("java/nio/channels/FileChannel") && name.equals("force")) {
                mv.visitMethodInsn(Opcodes.INVOKESTATIC, SEAMS, force, "(Ljava/nio/channels/FileChannel;Z)V", false);
            } else {
                super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            }
        }

        @Override
        public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
            Object[] led = arguments.clone();
            for (int i = 0; i < led.length; i++) {
                if (led[i] instanceof Handle handle
                        && handle.getOwner().equals("java/lang/System")
                        && handle.getName().equals("currentTimeMillis")) {
                    led[i] = new Handle(Opcodes.H_INVOKESTATIC, SEAMS, handle.getName(), handle.getDesc(), false);
                }
            }
            super.visitInvokeDynamicInsn(name, descriptor, bootstrap, led);
        }
    }
}
