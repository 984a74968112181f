package dev.switchboard.app.hud;

import static dev.switchboard.app.hud.Hud.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.model.ModelReply;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An answer with more in it than an outbox holds is shown like any other, live and to whoever comes later. */
@Timeout(180)
class LargeEventIT {
    @TempDir
    Path folder;

    @Test
    void it_is_shown_live_and_to_whoever_comes_later() throws Exception {
        var words = "zinnias ".repeat(250_000);
        try (var gateway = new HudGateway(folder)) {
            gateway.model.script((_, _) -> ModelReply.text(words));
            long seq;
            try (var hud = gateway.open("web-1")) {
                hud.say("m-1", "tell me all");
                var answer = hud.answered("m-1");
                assertThat(text(answer, "text")).isEqualTo(words);
                seq = answer.get("seq").longValue();
            }
            for (var query : new String[] {"", "?after=0", "?after=" + (seq - 1)}) {
                try (var late = gateway.open("web-1", query)) {
                    var said = late.next("history").get("messages");
                    assertThat(text(said.get(said.size() - 1), "text"))
                            .as(query)
                            .isEqualTo(words);
                }
            }
        }
    }
}
