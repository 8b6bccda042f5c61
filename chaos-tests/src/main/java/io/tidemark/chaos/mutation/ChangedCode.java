// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.mutation;

import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Changes calls or one jump of a method. Never adds or removes a place where jumps meet, so that all frames stay right. */
final class ChangedCode extends MethodVisitor {
    private static final String REACHED = Reached.class.getName().replace('.', '/');

    private final Change change;
    private final Site site;
    private final Runnable found;
    private int jumps;

    ChangedCode(MethodVisitor next, Site site, Runnable found) {
        super(Opcodes.ASM9, next);
        this.site = site;
        this.change = site.change();
        this.found = found;
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        if (change instanceof Change.CallReturns call && call.callee().equals(name)) {
            found.run();
            popArguments(opcode, descriptor);
            Constants.push(mv, Type.getReturnType(descriptor), call.constant());
        } else if (change instanceof Change.CallReturnsArgument call
                && call.callee().equals(name)) {
            found.run();
            keepArgument(call.argument(), site.isLongs(descriptor));
        } else {
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        }
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        if (opcode == Opcodes.PUTFIELD
                && change instanceof Change.KeepsField keeps
                && keeps.field().equals(name)) {
            found.run();
            mv.visitInsn(Type.getType(descriptor).getSize() == 2 ? Opcodes.POP2 : Opcodes.POP);
            mv.visitInsn(Opcodes.POP);
        } else {
            super.visitFieldInsn(opcode, owner, name, descriptor);
        }
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode == Opcodes.IRETURN && change instanceof Change.Noted noted) {
            found.run();
            mv.visitInsn(Opcodes.DUP);
            mv.visitInsn(noted.constant() ? Opcodes.ICONST_1 : Opcodes.ICONST_0);
            mv.visitInsn(Opcodes.IXOR);
            mv.visitLdcInsn(noted.number());
            mv.visitMethodInsn(Opcodes.INVOKESTATIC, REACHED, "note", "(II)V", false);
        }
        super.visitInsn(opcode);
    }

    private void popArguments(int opcode, String descriptor) {
        Type[] arguments = Type.getArgumentTypes(descriptor);
        for (int i = arguments.length - 1; i >= 0; i--) {
            mv.visitInsn(arguments[i].getSize() == 2 ? Opcodes.POP2 : Opcodes.POP);
        }
        if (opcode != Opcodes.INVOKESTATIC) {
            mv.visitInsn(Opcodes.POP);
        }
    }

    private void keepArgument(int argument, boolean longs) {
        if (argument == 1) {
            mv.visitInsn(longs ? Opcodes.DUP2_X2 : Opcodes.DUP_X1);
            mv.visitInsn(longs ? Opcodes.POP2 : Opcodes.POP);
        }
        mv.visitInsn(longs ? Opcodes.POP2 : Opcodes.POP);
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
        boolean isConditional = opcode != Opcodes.GOTO && opcode != Opcodes.JSR;
        if (!isConditional || !(change instanceof Change.Jump jump) || jumps++ != jump.index()) {
            super.visitJumpInsn(opcode, label);
            return;
        }
        found.run();
        boolean comparesTwo = opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ACMPNE;
        mv.visitInsn(comparesTwo ? Opcodes.POP2 : Opcodes.POP);
        mv.visitInsn(jump.taken() ? Opcodes.ICONST_0 : Opcodes.ICONST_1);
        super.visitJumpInsn(Opcodes.IFEQ, label);
    }
}
