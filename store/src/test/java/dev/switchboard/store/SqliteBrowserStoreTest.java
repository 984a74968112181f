package dev.switchboard.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.identity.BrowserStore;
import dev.switchboard.core.identity.TokenStore;
import dev.switchboard.testkit.BrowserStoreContract;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class SqliteBrowserStoreTest extends BrowserStoreContract {
    private final TestStore test = TestStore.inTempFolder();

    @AfterEach
    void close() {
        test.closeAndDelete();
    }

    @Override
    protected TokenStore tokens() {
        return test.store().tokens();
    }

    @Override
    protected BrowserStore browsers() {
        return test.store().browsers();
    }

    @Override
    protected void pass(Duration time) {
        test.clock.pass(time);
    }

    @Test
    void aSignedInBrowserIsStillSignedInAfterARestart() {
        var opened = browsers().open(tokens().keepOperator("swb_operator-secret"), "phone", "192.0.2.1");

        test.reopen();

        assertThat(browsers().find(opened.cookie())).contains(opened.browser());
        assertThat(browsers().isValue(opened.cookie(), opened.value())).isTrue();
    }

    @Test
    void aCopiedDatabaseSignsNobodyIn() throws Exception {
        var opened = browsers().open(tokens().keepOperator("swb_operator-secret"), "phone", "192.0.2.1");
        test.store().close();

        var copied = new String(Files.readAllBytes(test.file()), StandardCharsets.ISO_8859_1);

        assertThat(copied).contains("phone").doesNotContain(opened.cookie(), opened.value());
    }

    @Test
    void whoSeesACookieCannotMakeItsValueWithoutTheKeyFile() {
        var mine = new SessionValues(new byte[SecretSeal.KEY_BYTES]);
        var theirs = new byte[SecretSeal.KEY_BYTES];
        theirs[0] = 1;

        assertThat(mine.of("cookie")).isEqualTo(new SessionValues(new byte[SecretSeal.KEY_BYTES]).of("cookie"));
        assertThat(mine.of("cookie")).isNotEqualTo(new SessionValues(theirs).of("cookie"));
        assertThat(mine.isRight("cookie", new SessionValues(theirs).of("cookie")))
                .isFalse();
    }
}
