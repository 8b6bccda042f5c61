// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.mutation;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Puts constants on the stack. */
final class Constants {
    private Constants() {}

    static void push(MethodVisitor target, Type type, @Nullable Object constant) {
        if (type.equals(Type.VOID_TYPE)) {
            return;
        }
        if (constant == null) {
            target.visitInsn(Opcodes.ACONST_NULL);
        } else if (constant.equals(Change.EMPTY_LIST)) {
            target.visitMethodInsn(Opcodes.INVOKESTATIC, "java/util/List", "of", "()Ljava/util/List;", true);
        } else if (constant.equals(Change.EMPTY_INT)) {
            target.visitMethodInsn(
                    Opcodes.INVOKESTATIC, "java/util/OptionalInt", "empty", "()Ljava/util/OptionalInt;", false);
        } else if (constant instanceof Boolean flag) {
            target.visitInsn(flag ? Opcodes.ICONST_1 : Opcodes.ICONST_0);
        } else {
            target.visitLdcInsn(constant);
        }
    }
}
