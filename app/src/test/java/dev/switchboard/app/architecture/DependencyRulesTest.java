package dev.switchboard.app.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.switchboard.core.model.Model;
import dev.switchboard.core.session.MessageRunner;
import dev.switchboard.core.session.RunPlace;
import dev.switchboard.core.session.SessionLoops;
import dev.switchboard.core.session.Sweep;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The direction of dependencies, as ARCHITECTURE.md draws it. */
class DependencyRulesTest {
    private static JavaClasses ours;

    @BeforeAll
    static void read() {
        ours = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("dev.switchboard");
    }

    @Test
    void coreKnowsNoServerNoDatabaseNoVendorAndNoModuleButJson() {
        classes()
                .that()
                .resideInAPackage("dev.switchboard.core..")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                                "dev.switchboard.core..",
                                "dev.switchboard.json..",
                                "java.lang..",
                                "java.util..",
                                "java.time..",
                                "java.math..",
                                "java.net..",
                                "java.nio.charset..",
                                "java.nio.file..",
                                "java.security..",
                                "javax.crypto..",
                                "org.slf4j..",
                                "org.jspecify..",
                                "com.fasterxml.jackson.annotation..",
                                "tools.jackson..")
                        // A text that is too long to be held; where it lies is for others to know.
                        .or(belongToAnyOf(Reader.class, Writer.class, IOException.class)))
                .check(ours);
    }

    @Test
    void theWireKnowsNothingButJson() {
        classes()
                .that()
                .resideInAPackage("dev.switchboard.protocol..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.switchboard.protocol..",
                        "dev.switchboard.json..",
                        "java..",
                        "org.jspecify..",
                        "com.fasterxml.jackson.annotation..",
                        "tools.jackson..")
                .check(ours);
    }

    @Test
    void theClientIsToBeEmbeddedAndKnowsOnlyTheWire() {
        classes()
                .that()
                .resideInAPackage("dev.switchboard.client..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.switchboard.client..",
                        "dev.switchboard.protocol..",
                        "dev.switchboard.json..",
                        "java..",
                        "javax.net.ssl..",
                        "org.jspecify..",
                        "tools.jackson..")
                .check(ours);
    }

    @Test
    void theCommandsThatAreClientsKnowNothingOfTheGatewayButItsWire() {
        noClasses()
                .that()
                .resideInAPackage("dev.switchboard.cli..")
                .should()
                .dependOnClassesThat(resideInAPackage("dev.switchboard..")
                        .and(not(resideInAnyPackage(
                                "dev.switchboard.cli..",
                                "dev.switchboard.client..",
                                "dev.switchboard.protocol..",
                                "dev.switchboard.json.."))))
                .check(ours);
    }

    @Test
    void onlyTheNetPackageKnowsNetty() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.switchboard.edge.net..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.netty..")
                .check(ours);
    }

    @Test
    void onlyTheStoreKnowsSql() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.switchboard.store..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.sql..", "org.sqlite..")
                .check(ours);
    }

    @Test
    void onlyTheProvidersKnowTheVendors() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.switchboard.providers.vendor..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.langchain4j..")
                .check(ours);
    }

    @Test
    void onlyTheTerminalsKnowPtys() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.switchboard.terminals..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("com.pty4j..", "com.sun.jna..")
                .check(ours);
    }

    @Test
    void theOuterModulesDoNotKnowEachOther() {
        for (var module : new String[] {"store", "providers", "tools", "terminals", "edge", "client"}) {
            for (var other :
                    new String[] {"store", "providers", "tools", "terminals", "edge", "client", "cli", "app"}) {
                if (!module.equals(other)) {
                    noClasses()
                            .that()
                            .resideInAPackage("dev.switchboard." + module + "..")
                            .should()
                            .dependOnClassesThat()
                            .resideInAPackage("dev.switchboard." + other + "..")
                            .check(ours);
                }
            }
        }
    }

    @Test
    void adaptersHoldNeitherTheBusNorTheAgent() {
        noClasses()
                .that()
                .resideInAPackage("dev.switchboard.edge..")
                .should()
                .dependOnClassesThat(resideInAnyPackage(
                                "dev.switchboard.core.bus..",
                                "dev.switchboard.core.run..",
                                "dev.switchboard.core.modelrun..")
                        // What a session is, everybody may know; not who works on it.
                        .or(belongToAnyOf(SessionLoops.class, Sweep.class, MessageRunner.class, RunPlace.class)))
                .check(ours);
    }

    @Test
    void theLifeOfARunKnowsNoModelAndNoneOfItsBodies() {
        noClasses()
                .that()
                .resideInAPackage("dev.switchboard.core.run..")
                .should()
                .dependOnClassesThat(belongToAnyOf(Model.class).or(resideInAPackage("dev.switchboard.core.modelrun..")))
                .check(ours);
    }

    @Test
    void whatIsAskedOfPeopleAndWhatThingsCostKnowNoRun() {
        noClasses()
                .that()
                .resideInAnyPackage("dev.switchboard.core.approval..", "dev.switchboard.core.money..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.switchboard.core.run..",
                        "dev.switchboard.core.modelrun..",
                        "dev.switchboard.core.control..")
                .check(ours);
    }

    @Test
    void thePackagesOfOneModuleHaveNoCycles() {
        slices().matching("dev.switchboard.core.(*)..")
                .should()
                .beFreeOfCycles()
                .check(ours);
        slices().matching("dev.switchboard.edge.(*)..")
                .should()
                .beFreeOfCycles()
                .check(ours);
        slices().matching("dev.switchboard.cli.(*)..").should().beFreeOfCycles().check(ours);
    }
}
