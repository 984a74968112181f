package dev.switchboard.protocol.hud;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.protocol.hud.HudFrames.FromGateway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HudFramesTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{                                                   | frame is not valid JSON",
                "[]                                                  | frame must be a JSON object",
                "{\"type\":7}                                        | type must be a string",
                "{\"type\":\"message\",\"message_id\":7}             | message_id has the wrong type",
                "{\"type\":\"earlier\",\"before\":\"soon\"}          | before has the wrong type",
                "{\"type\":\"earlier\",\"before\":1.5}              | before has the wrong type",
                "{\"type\":\"earlier\",\"before\":9,\"limit\":2.0}  | limit has the wrong type",
                "{\"type\":\"earlier\",\"before\":9,\"limit\":99999999999} | limit has the wrong type",
                "{\"type\":\"approve\",\"approved\":\"yes\"}         | approved has the wrong type",
            })
    void what_is_no_frame_is_told_in_words(String text, String why) {
        assertThat(HudFrames.read(text))
                .isInstanceOfSatisfying(FromHud.Malformed.class, malformed -> assertThat(malformed.why())
                        .isEqualTo(why));
    }

    @Test
    void the_message_a_broken_frame_was_about_is_named() {
        var read = HudFrames.read("{\"type\":\"message\",\"message_id\":\"w1\",\"text\":[]}");
        assertThat(read).isEqualTo(new FromHud.Malformed("text has the wrong type", "w1"));
    }

    @Test
    void a_type_of_tomorrow_is_told_from_a_broken_frame() {
        assertThat(HudFrames.read("{\"type\":\"dance\"}")).isEqualTo(new FromHud.Unknown("dance"));
        assertThat(HudFrames.read("{}")).isEqualTo(new FromHud.Unknown(null));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"hud\",\"event\":\"dream_end\",\"id\":\"1\",\"ts\":1}",
                "{\"type\":\"weather\"}",
                "{\"type\":\"hud\"}",
                "no JSON"
            })
    void a_client_passes_over_what_it_does_not_know(String text) {
        assertThat(HudFrames.readAnswer(text)).isInstanceOf(FromGateway.Unknown.class);
    }
}
