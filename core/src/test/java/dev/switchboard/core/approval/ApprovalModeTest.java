package dev.switchboard.core.approval;

import static dev.switchboard.core.tool.ApprovalMode.AGENT_DECIDES;
import static dev.switchboard.core.tool.ApprovalMode.ALWAYS_ASK;
import static dev.switchboard.core.tool.ApprovalMode.ALWAYS_EXECUTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.tool.ApprovalMode;
import dev.switchboard.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ApprovalModeTest {
    @Test
    void theStricterOfTwoWinsWhicheverIsAsked() {
        assertThat(ALWAYS_EXECUTE.strictest(AGENT_DECIDES)).isEqualTo(AGENT_DECIDES);
        assertThat(AGENT_DECIDES.strictest(ALWAYS_EXECUTE)).isEqualTo(AGENT_DECIDES);
        assertThat(AGENT_DECIDES.strictest(ALWAYS_ASK)).isEqualTo(ALWAYS_ASK);
        assertThat(ALWAYS_ASK.strictest(ALWAYS_EXECUTE)).isEqualTo(ALWAYS_ASK);
    }

    @ParameterizedTest
    @EnumSource
    void nothingIsStricterThanItself(ApprovalMode mode) {
        assertThat(mode.strictest(mode)).isEqualTo(mode);
    }

    @Test
    void isWrittenInSmallLetters() {
        assertThat(Json.mapper().writeValueAsString(ALWAYS_ASK)).isEqualTo("\"always_ask\"");
        assertThat(Json.mapper().readValue("\"agent_decides\"", ApprovalMode.class))
                .isEqualTo(AGENT_DECIDES);
    }
}
