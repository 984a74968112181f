package dev.switchboard.app.front;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.bus.LocalBus;
import dev.switchboard.core.channel.ChannelRuntime;
import dev.switchboard.core.channel.ChannelSettings;
import dev.switchboard.core.channel.Draft;
import dev.switchboard.core.channel.HeldMessages;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.telemetry.Telemetry;
import dev.switchboard.edge.webhook.WebhookAdapter;
import dev.switchboard.edge.webhook.WebhookOutcome;
import dev.switchboard.store.Store;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A webhook whose agent takes longer than its caller may wait, which in a whole gateway is 25 minutes. */
class WebhookPatienceIT {
    @Test
    void aCallThatWaitedLongEnoughIsToldThatItsMessageIsPendingAndSoIsItsDuplicate(@TempDir Path data)
            throws Exception {
        var clock = Clock.systemUTC();
        try (var store = Store.open(data.resolve("switchboard.db"), data.resolve("token.key"), clock)) {
            var nobodyAnswers = new LocalBus();
            var runtime = new ChannelRuntime(
                    store.inbox(),
                    store.channelEvents(),
                    nobodyAnswers,
                    new HeldMessages(),
                    store.attachments(),
                    Telemetry.NONE,
                    clock);
            var channel = new ChannelSettings(
                    "hooks", true, "webhook", "sync", "local", "Hooks", "default", Duration.ofSeconds(30), 100, null);
            var webhook = new WebhookAdapter(channel, runtime, Duration.ofMillis(50));
            var session = new SessionId("hooks:local:ci");

            assertThat(webhook.exchange(new Draft("ci", "m-1", "hello", null, null)))
                    .isEqualTo(new WebhookOutcome.Pending("m-1", session, false, false));
            assertThat(webhook.exchange(new Draft("ci", "m-1", "hello", null, null)))
                    .isEqualTo(new WebhookOutcome.Pending("m-1", session, true, false));
            assertThat(webhook.exchange(new Draft("ci", "m-1", "hello", "another thread", null)))
                    .as("the session it came to first")
                    .isEqualTo(new WebhookOutcome.Pending("m-1", session, true, false));
            assertThat(webhook.exchange(new Draft("ci", "m-1", "another text", null, null)))
                    .isEqualTo(new WebhookOutcome.Pending("m-1", session, true, true));
        }
    }
}
