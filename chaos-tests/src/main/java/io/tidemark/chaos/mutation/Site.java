// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.mutation;

import org.objectweb.asm.Type;

/**
 * A method that a mutant changes; all methods of that name.
 *
 * @param className full name of the class, nested ones with a dollar
 * @param method name of the method
 * @param change what is done to it
 */
public record Site(String className, String method, Change change) {
    String internalName() {
        return className.replace('.', '/');
    }

    boolean isLongs(String descriptor) {
        return Type.getArgumentTypes(descriptor)[0].equals(Type.LONG_TYPE);
    }
}
