// SPDX-License-Identifier: Apache-2.0
package io.tidemark.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Map;
import java.util.Set;

/** The directions of ARCHITECTURE.md. Each rule is a sentence of it; a broken one fails the build. */
@AnalyzeClasses(packages = "io.tidemark", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String GENERATED = "io.tidemark.v1..";
    private static final DescribedPredicate<JavaClass> PURE = resideInAnyPackage(
            "io.tidemark.record..",
            "io.tidemark.engine.replication..",
            "io.tidemark.engine.group..",
            "io.tidemark.metadata.image..",
            "io.tidemark.metadata.command..",
            "io.tidemark.metadata.control..");

    @ArchTest
    static final ArchRule theRecordFormatSeesOnlyPlainJavaAndTheCodecs = classes()
            .that()
            .resideInAPackage("io.tidemark.record..")
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(
                    "io.tidemark.record..",
                    "java..",
                    "org.jspecify..",
                    "net.jpountz..",
                    "org.xerial.snappy..",
                    "com.github.luben.zstd.."));

    @ArchTest
    static final ArchRule theReplicationCoreSeesOnlyRecordsAndPlainJava = classes()
            .that()
            .resideInAPackage("io.tidemark.engine.replication..")
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(
                    "io.tidemark.engine.replication..",
                    "io.tidemark.record..",
                    "java.lang..",
                    "java.util",
                    "java.util.function",
                    "java.util.stream",
                    "java.nio",
                    "org.jspecify.."));

    @ArchTest
    static final ArchRule theGroupCoreSeesOnlyKeysItsRecordsAndPlainJava = classes()
            .that()
            .resideInAPackage("io.tidemark.engine.group..")
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(
                    "io.tidemark.engine.group..",
                    "io.tidemark.metadata.image..",
                    GENERATED,
                    "com.google.protobuf..",
                    "org.pcollections..",
                    "java.lang..",
                    "java.util",
                    "java.util.function",
                    "java.util.stream",
                    "java.nio",
                    "org.jspecify.."));

    @ArchTest
    static final ArchRule controllerDecisionsSeeOnlyMetadataAndPlainJava = classes()
            .that()
            .resideInAnyPackage(
                    "io.tidemark.metadata.image..", "io.tidemark.metadata.command..", "io.tidemark.metadata.control..")
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(
                    "io.tidemark.metadata.image..",
                    "io.tidemark.metadata.command..",
                    "io.tidemark.metadata.control..",
                    GENERATED,
                    "com.google.protobuf..",
                    "org.pcollections..",
                    "java.lang..",
                    "java.util",
                    "java.util.function",
                    "java.util.stream",
                    "java.util.regex",
                    "java.nio..",
                    "org.jspecify.."));

    @ArchTest
    static final ArchRule pureCodeReadsNoClockAndNoEntropyAndStartsNoThread = noClasses()
            .that(PURE)
            .should()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(System.class, "identityHashCode", Object.class)
            .orShould()
            .callMethod(Math.class, "random")
            .orShould()
            .callMethod(java.util.UUID.class, "randomUUID")
            .orShould()
            .dependOnClassesThat(assignableTo(java.util.Random.class))
            .orShould()
            .dependOnClassesThat(assignableTo(Thread.class))
            .orShould()
            .dependOnClassesThat(resideInAnyPackage("java.time..", "java.net..", "java.nio.file.."));

    @ArchTest
    static final ArchRule pureCodeUsesNoSaltedCollections = noClasses()
            .that(PURE)
            .should()
            .callMethodWhere(target(nameMatching("of|ofEntries|copyOf"))
                    .and(target(owner(assignableTo(Set.class).or(assignableTo(Map.class))))));

    @ArchTest
    static final ArchRule onlyTheChronicleLogSeesChronicle = noClasses()
            .that()
            .resideOutsideOfPackage("io.tidemark.engine.log.chronicle..")
            .should()
            .dependOnClassesThat(resideInAPackage("net.openhft.."));

    @ArchTest
    static final ArchRule onlyTheRatisPackageSeesRatis = noClasses()
            .that()
            .resideOutsideOfPackage("io.tidemark.metadata.ratis..")
            .should()
            .dependOnClassesThat(resideInAPackage("org.apache.ratis.."));

    @ArchTest
    static final ArchRule inTheEngineOnlyTransportAndItsWiringSeeGrpc = noClasses()
            .that(resideInAPackage("io.tidemark.engine..")
                    .and(DescribedPredicate.not(
                            resideInAnyPackage("io.tidemark.engine.transport..", "io.tidemark.engine.broker.."))))
            .should()
            .dependOnClassesThat(resideInAnyPackage("io.grpc..", "io.netty.."));

    @ArchTest
    static final ArchRule theEngineNeverSeesTheClient = noClasses()
            .that(resideInAnyPackage("io.tidemark.engine..", "io.tidemark.metadata.."))
            .should()
            .dependOnClassesThat(resideInAnyPackage("io.tidemark.client..", "io.tidemark.cli.."));

    @ArchTest
    static final ArchRule theClientSeesOnlyTheContract = noClasses()
            .that(resideInAPackage("io.tidemark.client.."))
            .should()
            .dependOnClassesThat(
                    resideInAnyPackage("io.tidemark.engine..", "io.tidemark.metadata..", "io.tidemark.cli.."));

    @ArchTest
    static final ArchRule theQuorumNeverSeesTheEngine = noClasses()
            .that(resideInAPackage("io.tidemark.metadata.."))
            .should()
            .dependOnClassesThat(resideInAPackage("io.tidemark.engine.."));

    @ArchTest
    static final ArchRule theLogKnowsNothingOfReplication = noClasses()
            .that(resideInAPackage("io.tidemark.engine.log.."))
            .should()
            .dependOnClassesThat(resideInAnyPackage(
                    "io.tidemark.engine.replication..",
                    "io.tidemark.engine.runtime..",
                    "io.tidemark.engine.transport..",
                    "io.tidemark.engine.observe..",
                    "io.tidemark.engine.broker..",
                    "io.tidemark.metadata.."));

    @ArchTest
    static final ArchRule nothingOfTheEngineSeesItsCompositionRoot = noClasses()
            .that(resideInAPackage("io.tidemark.engine..")
                    .and(DescribedPredicate.not(resideInAPackage("io.tidemark.engine.broker.."))))
            .should()
            .dependOnClassesThat(resideInAPackage("io.tidemark.engine.broker.."));

    @ArchTest
    static final ArchRule packagesFormNoCycles = slices().matching("io.tidemark.(**)")
            .should()
            .beFreeOfCycles()
            .ignoreDependency(resideInAPackage(GENERATED), alwaysTrue());

    @ArchTest
    static final ArchRule namesSayWhatAClassIs = noClasses()
            .that(DescribedPredicate.not(resideInAPackage(GENERATED)))
            .should()
            .haveNameMatching(".*(Manager|Utils?|Helper|Impl|Processor|Common)(\\$.*)?");
}
