// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.mutation;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** A static method that begins with a call of another one, with its own arguments. */
final class CalledFirst extends MethodVisitor {
    private final String descriptor;
    private final Change.CallsFirst first;

    CalledFirst(MethodVisitor next, int access, String descriptor, Change.CallsFirst first) {
        super(Opcodes.ASM9, next);
        if ((access & Opcodes.ACC_STATIC) == 0) {
            throw new IllegalStateException("only of static methods: " + first);
        }
        this.descriptor = descriptor;
        this.first = first;
    }

    @Override
    public void visitCode() {
        super.visitCode();
        Type[] arguments = Type.getArgumentTypes(descriptor);
        int slot = 0;
        for (Type argument : arguments) {
            mv.visitVarInsn(argument.getOpcode(Opcodes.ILOAD), slot);
            slot += argument.getSize();
        }
        mv.visitMethodInsn(
                Opcodes.INVOKESTATIC,
                first.className().replace('.', '/'),
                first.callee(),
                Type.getMethodDescriptor(Type.VOID_TYPE, arguments),
                false);
    }
}
