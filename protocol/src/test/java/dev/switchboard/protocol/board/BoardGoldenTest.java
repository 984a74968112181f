package dev.switchboard.protocol.board;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.json.Json;
import dev.switchboard.protocol.GoldenFiles;
import dev.switchboard.protocol.board.BoardFrames.Read;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BoardGoldenTest {

    static List<String> files() {
        return GoldenFiles.names("board");
    }

    @ParameterizedTest
    @MethodSource("files")
    void a_message_is_read_and_written_as_the_golden_file_says(String name) {
        var golden = GoldenFiles.text("board", name);
        var written =
                switch (message(golden)) {
                    case Envelope<?>(var _, var id, var at, var reply, FromBoard payload) -> {
                        assertThat(reply).isNull();
                        yield BoardFrames.write(id, Objects.requireNonNull(at), payload);
                    }
                    case Envelope<?>(var _, var id, var at, var reply, ToBoard payload) ->
                        BoardFrames.write(id, Objects.requireNonNull(at), reply, payload);
                    case Envelope<?> other -> throw new AssertionError(other);
                };
        assertThat(Json.mapper().readTree(written)).isEqualTo(Json.mapper().readTree(golden));
    }

    @Test
    void every_kind_of_message_has_a_golden_file() {
        Set<Class<?>> shown = new HashSet<>();
        files().forEach(name ->
                shown.add(message(GoldenFiles.text("board", name)).payload().getClass()));
        assertThat(shown).containsAll(Arrays.asList(FromBoard.class.getPermittedSubclasses()));
        assertThat(shown).containsAll(Arrays.asList(ToBoard.class.getPermittedSubclasses()));
    }

    /** {@code connection:close} goes both ways; everything else is one side's alone. */
    private static Envelope<?> message(String golden) {
        if (BoardFrames.read(golden) instanceof Read.Message<FromBoard>(var envelope)
                && !envelope.id().equals("msg-1")) {
            return envelope;
        }
        if (BoardFrames.readAnswer(golden) instanceof Read.Message<ToBoard>(var envelope)) {
            return envelope;
        }
        throw new AssertionError("no message: " + golden);
    }
}
