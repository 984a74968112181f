package dev.switchboard.testkit;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Lets every {@code await()} wait a minute instead of ten seconds. It ends as soon as what it waits for has happened, so
 * only a test that fails takes longer; on a machine that is busy with other things ten seconds are sometimes too short.
 *
 * <p>JUnit finds it by itself, in every module that has testkit among its test dependencies.
 */
public final class PatientAwaits implements BeforeAllCallback {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.setDefaultTimeout(PATIENCE);
    }
}
