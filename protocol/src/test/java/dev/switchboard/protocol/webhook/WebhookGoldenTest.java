package dev.switchboard.protocol.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.json.Json;
import dev.switchboard.protocol.GoldenFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookGoldenTest {
    @ParameterizedTest
    @ValueSource(strings = {"reply", "reply-duplicate", "reply-forgotten", "reply-pending"})
    void aReplyIsReadAndWrittenAsTheGoldenFileSays(String name) {
        GoldenFiles.roundTrip("webhook", name, WebhookReply.class);
    }

    @Test
    void aMessageIsReadWithItsOptionalFields() {
        var mapper = Json.mapper();
        assertThat(mapper.readValue(GoldenFiles.text("webhook", "message"), WebhookMessage.class))
                .isEqualTo(new WebhookMessage("ci-server", "build-17", "the build is broken", null, null));
        assertThat(mapper.readValue(GoldenFiles.text("webhook", "message-full"), WebhookMessage.class))
                .isEqualTo(new WebhookMessage("ci-server", "build-17", "the build is broken", "main", "nico"));
    }
}
