// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.mutation;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** Writes the agent into a jar of its own, with all that it needs. */
public final class AgentJar {
    private static final List<Class<?>> OWN = List.of(
            MutationAgent.class,
            AgentJar.class,
            Mutants.class,
            PlainFaults.class,
            Mutant.class,
            Site.class,
            Change.class,
            Change.Returns.class,
            Change.CallReturns.class,
            Change.CallReturnsArgument.class,
            Change.KeepsField.class,
            Change.Noted.class,
            Reached.class,
            Change.Jump.class,
            Change.CallsFirst.class,
            CalledFirst.class,
            Sabotage.class,
            Constants.class,
            ChangedCode.class,
            ReplacedBody.class,
            MutantRewriter.class);
    private static final List<String> NESTED = List.of(
            "io/tidemark/chaos/mutation/MutationAgent$Transformer",
            "io/tidemark/chaos/mutation/MutantRewriter$SiteVisitor");
    private static final List<String> ASM = List.of(
            "AnnotationVisitor",
            "AnnotationWriter",
            "Attribute",
            "Attribute$Set",
            "ByteVector",
            "ClassReader",
            "ClassTooLargeException",
            "ClassVisitor",
            "ClassWriter",
            "ConstantDynamic",
            "Constants",
            "Context",
            "CurrentFrame",
            "Edge",
            "FieldVisitor",
            "FieldWriter",
            "Frame",
            "Handle",
            "Handler",
            "Label",
            "MethodTooLargeException",
            "MethodVisitor",
            "MethodWriter",
            "ModuleVisitor",
            "ModuleWriter",
            "Opcodes",
            "RecordComponentVisitor",
            "RecordComponentWriter",
            "Symbol",
            "SymbolTable",
            "SymbolTable$Entry",
            "SymbolTable$LabelEntry",
            "Type",
            "TypePath",
            "TypeReference");

    private AgentJar() {}

    /** Writes {@code tidemark-mutation-agent.jar} into the folder and returns its path. */
    public static Path write(Path folder) throws IOException {
        Path jar = folder.resolve("tidemark-mutation-agent.jar");
        write(jar, MutationAgent.class, OWN, NESTED);
        return jar;
    }

    /**
     * Writes the jar of another agent.
     *
     * @param agent class with the agent's {@code premain}
     * @param own classes that it consists of
     * @param nested internal names of more of them
     */
    public static void write(Path jar, Class<?> agent, List<Class<?>> own, List<String> nested) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", agent.getName());
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest)) {
            for (Class<?> one : own) {
                add(out, one.getName().replace('.', '/'), true);
            }
            for (String one : nested) {
                add(out, one, true);
            }
            for (String name : ASM) {
                add(out, "org/objectweb/asm/" + name, false);
            }
        }
    }

    /** Which classes the library consists of differs between its versions: one that is not there is not needed. */
    private static void add(JarOutputStream out, String name, boolean required) throws IOException {
        String entry = name + ".class";
        try (InputStream in = AgentJar.class.getClassLoader().getResourceAsStream(entry)) {
            if (in == null && !required) {
                return;
            }
            if (in == null) {
                throw new IOException("the agent's class " + name + " is not on the class path");
            }
            out.putNextEntry(new JarEntry(entry));
            in.transferTo(out);
            out.closeEntry();
        }
    }
}
