package dev.switchboard.store;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.switchboard.core.identity.Proof;
import dev.switchboard.core.identity.Scope;
import dev.switchboard.core.identity.TokenStore;
import dev.switchboard.testkit.TokenStoreContract;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

final class SqliteTokenStoreTest extends TokenStoreContract {
    private TestStore test;

    @BeforeEach
    void open(@TempDir Path folder) {
        test = new TestStore(folder);
    }

    @AfterEach
    void close() {
        test.close();
    }

    @Override
    protected TokenStore tokens() {
        return test.store().tokens();
    }

    @Override
    protected void pass(Duration time) {
        test.clock.pass(time);
    }

    @Test
    void aSecretIsKeptSealedAndTheKeyOpensIt() throws Exception {
        var operator = tokens().keepOperator("swb_first");
        var minted = tokens().mint(operator, "phone", Set.of(Scope.TASK_READ), null);
        var sealed = test.store()
                .readers()
                .call(sql -> sql.first(
                        "SELECT sealed FROM token WHERE id = ?",
                        row -> row.getBytes(1),
                        minted.token().id()))
                .orElseThrow();

        assertThat(new SecretSeal(Files.readAllBytes(test.key()))
                        .unseal(minted.token().id(), sealed))
                .contains(minted.secret());
    }

    @Test
    void withAnotherKeyAProofIsOfNobodyAndTheLogSaysWhyOnce() throws Exception {
        var old = tokens().mint(tokens().keepOperator("swb_first"), "old", Set.of(Scope.TASK_READ), null);
        Files.delete(test.key());
        test.reopen();
        var fresh = tokens().mint(tokens().keepOperator("swb_first"), "fresh", Set.of(Scope.TASK_READ), null);
        var logger = (Logger) LoggerFactory.getLogger(SqlTokenStore.class);
        var logged = new ListAppender<ILoggingEvent>();
        logged.start();
        logger.addAppender(logged);
        try {
            var proof = Proof.of(old.secret(), "said");
            assertThat(tokens().proven(null, "said", proof)).isEmpty();
            assertThat(tokens().proven(old.token().id(), "said", proof)).isEmpty();
            assertThat(tokens().proven(null, "said", Proof.of(fresh.secret(), "said")))
                    .as("those made since prove themselves")
                    .contains(fresh.token());
        } finally {
            logger.detachAppender(logged);
        }
        assertThat(logged.list).singleElement().satisfies(event -> assertThat(event.getFormattedMessage())
                .contains("another token.key"));
        assertThat(tokens().find(old.secret()))
                .as("its secret itself still works")
                .contains(old.token());
    }

    @Test
    void aCopiedDatabaseHoldsNoSecret() throws Exception {
        var minted = tokens().mint(tokens().keepOperator("swb_first"), "phone", Set.of(Scope.TASK_READ), null);
        test.close();

        var copied = new String(Files.readAllBytes(test.file()), StandardCharsets.ISO_8859_1);

        assertThat(copied).contains("phone").doesNotContain(minted.secret()).doesNotContain("swb_");
    }
}
