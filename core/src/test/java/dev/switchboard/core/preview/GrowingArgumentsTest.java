package dev.switchboard.core.preview;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.ledger.Masking;
import dev.switchboard.json.Json;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class GrowingArgumentsTest {
    private static final String KEY = "key/with\"quote-0123456789";
    private final Masking masking = new Masking(List.of(KEY));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"path\":\"a.txt\",\"lines\":[1,-2.5e3,true,null],\"content\":\"one\\n"
                        + "\\ttwo \\u00e9 \\ud83d\\ude00 \\u0001\"}",
                "{ \"key\" : \"it is key/with\\\"quote-0123456789.\" }",
                "{\"key\":\"key\\/with\\u0022quote-0123456789\",\"next\":\"key/with\"}",
                "{\"headers\":{\"Authorization\":\"Bearer abcdefghijklmnop\",\"x\":\"Bearer\"}}",
                "{\"key/with\\\"quote-0123456789\":1}"
            })
    void however_they_are_cut_the_arguments_are_shown_as_they_are_recorded(String arguments) {
        long seed = System.nanoTime();
        var random = new Random(seed);
        var recorded = masking.mask((ObjectNode) Json.mapper().readTree(arguments));
        for (int i = 0; i < 50; i++) {
            var growing = new GrowingArguments(masking);
            var shown = new StringBuilder();
            for (int at = 0; at < arguments.length(); ) {
                int to = Math.min(arguments.length(), at + 1 + random.nextInt(6));
                shown.append(growing.add(arguments.substring(at, to)));
                assertThat(shown.toString()).as("seed %d", seed).doesNotContain("quote-01");
                at = to;
            }
            shown.append(growing.end());
            assertThat(Json.mapper().readTree(shown.toString()))
                    .as("seed %d", seed)
                    .isEqualTo(recorded);
        }
    }

    @Test
    void what_may_begin_a_secret_is_held_back_and_not_shown_when_it_is_cut_off() {
        var growing = new GrowingArguments(masking);
        assertThat(growing.add("{\"key\":\"it is key/wi")).isEqualTo("{\"key\":\"it is ");
        assertThat(growing.end()).isEmpty();
    }

    @Test
    void what_is_no_json_is_not_shown_from_there_on() {
        var growing = new GrowingArguments(masking);
        assertThat(growing.add("{\"a\":1} then key")).isEqualTo("{\"a\":1} t");
        assertThat(growing.add("\"b\"")).isEmpty();
        assertThat(growing.end()).isEmpty();
    }
}
