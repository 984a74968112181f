package dev.switchboard.providers.vendor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.providers.ModelSettings;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The sentences that no scripted server can provoke. */
class FailuresTest {
    @Test
    void aConnectionThatCannotBeOpenedInTimeIsATimeout() {
        SwitchboardException failure = failure("ollama/tiny", new Trouble.Unreachable(new IOException("slow"), true));

        assertThat(failure.code()).isEqualTo(ErrorCode.MODEL_TIMEOUT);
        assertThat(failure).hasMessageContainingAll("ollama/tiny", "http://127.0.0.1:11434", "ollama serve");
    }

    @Test
    void aModelThatIsNotThereSaysHowToGetIt() {
        SwitchboardException failure = failure("ollama/tiny", new Trouble.Status(404, "model not found", null));

        assertThat(failure.code()).isEqualTo(ErrorCode.MODEL_REFUSED);
        assertThat(failure).hasMessageContainingAll("model not found", "ollama pull tiny");
    }

    @Test
    void geminisWayOfRefusingAKeyIsUnderstood() {
        SwitchboardException failure =
                failure("gemini/gemini-2.5-flash", new Trouble.Status(400, "API key not valid. Please pass…", null));

        assertThat(failure).hasMessageContainingAll("refused the key", "GEMINI_API_KEY");
    }

    @Test
    void aRedirectPointsAtTheBaseUrl() {
        SwitchboardException failure = failure("openai/gpt-5", new Trouble.Status(302, "", null));

        assertThat(failure.code()).isEqualTo(ErrorCode.MODEL_REFUSED);
        assertThat(failure).hasMessageContainingAll("302", "base URL");
    }

    private static SwitchboardException failure(String model, Trouble trouble) {
        return new Failures(ModelSettings.of(model)).of(trouble, 1);
    }
}
