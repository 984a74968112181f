package dev.switchboard.core.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.ledger.Masking;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class MaskedChannelEventTest {
    private static final String KEY = "sk-very-secret-key";

    private final Masking masking = new Masking(List.of(KEY));

    @Test
    void aPreviewHoldsNoSecret() {
        assertThat(shown("my key is " + KEY)).isEqualTo("my key is ••••");
    }

    @Test
    void norTheHalfOfOneThatWasCutInTheMiddle() {
        for (int before = 60; before < 80; before++) {
            var preview = shown("x".repeat(before) + KEY + " and more, so that it is too long for a line of the log");
            assertThat(preview).doesNotContain("sk-v");
        }
    }

    private String shown(String text) {
        var event = new ChannelEvent(
                "c",
                ChannelEvent.Type.INBOUND_ACCEPTED,
                Instant.EPOCH,
                "p",
                null,
                "m",
                null,
                ChannelEvent.preview(text));
        return String.valueOf(event.masked(masking).preview());
    }
}
