package dev.switchboard.protocol.lobby;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.json.Json;
import dev.switchboard.protocol.GoldenFiles;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class LobbyGoldenTest {
    private static final Set<String> OF_CLIENT = Set.of("approve", "ping");

    static List<String> files() {
        return GoldenFiles.names("lobby");
    }

    @ParameterizedTest
    @MethodSource("files")
    void a_frame_is_read_and_written_as_the_golden_file_says(String name) {
        var written =
                switch (frame(name)) {
                    case ToLobby frame -> LobbyFrames.write(frame);
                    case FromLobby frame -> LobbyFrames.write(frame);
                    case Object other -> throw new AssertionError(other);
                };
        assertThat(Json.mapper().readTree(written)).isEqualTo(Json.mapper().readTree(GoldenFiles.text("lobby", name)));
    }

    @Test
    void every_kind_of_frame_has_a_golden_file() {
        var shown = new HashSet<Class<?>>();
        files().forEach(name -> shown.add(frame(name).getClass()));
        assertThat(shown).containsAll(Arrays.asList(ToLobby.class.getPermittedSubclasses()));
        assertThat(shown).contains(FromLobby.Approve.class, FromLobby.Ping.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{                                              | frame is not valid JSON",
                "7                                              | frame must be a JSON object",
                "{\"type\":\"approve\",\"approval_id\":{}}      | approval_id has the wrong type",
            })
    void what_is_no_frame_is_told_in_words(String text, String why) {
        assertThat(LobbyFrames.read(text)).isEqualTo(new FromLobby.Malformed(why));
    }

    @Test
    void what_a_newer_gateway_says_is_passed_over() {
        assertThat(LobbyFrames.readAnswer("{\"type\":\"weather\"}")).isEmpty();
        assertThat(LobbyFrames.read("{\"type\":\"dance\"}")).isEqualTo(new FromLobby.Unknown("dance"));
    }

    private static Object frame(String name) {
        var golden = GoldenFiles.text("lobby", name);
        return OF_CLIENT.contains(name)
                ? LobbyFrames.read(golden)
                : LobbyFrames.readAnswer(golden).orElseThrow();
    }
}
