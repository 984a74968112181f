package dev.switchboard.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.tool.ApprovalMode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ChannelApprovalTest {
    private static final Secret TOKEN = new Secret("t");

    @Test
    void an_open_channel_is_always_asked_for() {
        assertThat(mode(null, null)).isEqualTo(ApprovalMode.ALWAYS_ASK);
    }

    @Test
    void behind_a_token_the_agents_own_mode_counts() {
        assertThat(mode(TOKEN, null)).isEqualTo(ApprovalMode.AGENT_DECIDES);
    }

    @Test
    void what_the_channel_says_counts_before_both() {
        assertThat(mode(null, ApprovalMode.ALWAYS_EXECUTE)).isEqualTo(ApprovalMode.ALWAYS_EXECUTE);
        assertThat(mode(TOKEN, ApprovalMode.ALWAYS_ASK)).isEqualTo(ApprovalMode.ALWAYS_ASK);
    }

    private static ApprovalMode mode(@Nullable Secret token, @Nullable ApprovalMode approval) {
        ChannelConfig usual = ChannelConfig.DEFAULT;
        var channel = new ChannelConfig(
                true,
                usual.kind(),
                usual.mode(),
                usual.accountId(),
                null,
                usual.agent(),
                new ChannelSettings(30, 20_000, token, approval));
        return channel.approval(AgentConfig.DEFAULT.approval());
    }
}
