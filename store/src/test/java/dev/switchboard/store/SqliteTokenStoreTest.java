package dev.switchboard.store;

import static org.assertj.core.api.Assertions.assertThat;

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
                .isEqualTo(minted.secret());
    }

    @Test
    void aCopiedDatabaseHoldsNoSecret() throws Exception {
        var minted = tokens().mint(tokens().keepOperator("swb_first"), "phone", Set.of(Scope.TASK_READ), null);
        test.close();

        var copied = new String(Files.readAllBytes(test.file()), StandardCharsets.ISO_8859_1);

        assertThat(copied).contains("phone").doesNotContain(minted.secret()).doesNotContain("swb_");
    }
}
