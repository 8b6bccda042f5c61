// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.mutation;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** A method whose code is left out but for the return of a constant. */
final class ReplacedBody extends MethodVisitor {
    private final MethodVisitor target;
    private final int argumentSlots;
    private final Type result;
    private final @Nullable Object constant;

    ReplacedBody(MethodVisitor target, int access, String descriptor, @Nullable Object constant) {
        super(Opcodes.ASM9);
        this.target = target;
        this.argumentSlots =
                (Type.getArgumentsAndReturnSizes(descriptor) >> 2) - ((access & Opcodes.ACC_STATIC) == 0 ? 0 : 1);
        this.result = Type.getReturnType(descriptor);
        this.constant = constant;
    }

    @Override
    public void visitCode() {
        target.visitCode();
        Constants.push(target, result, constant);
        target.visitInsn(result.getOpcode(Opcodes.IRETURN));
        target.visitMaxs(Math.max(2, result.getSize()), argumentSlots);
        target.visitEnd();
    }
}
