package dev.switchboard.app.front;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every conversation in {@code conversations/device}, with a gateway of its own. */
class ConversationsIT {
    private static final Path TALKS = Path.of("src/test/resources/conversations/device");

    static List<Path> talks() throws IOException {
        try (var files = Files.list(TALKS)) {
            var talks = files.filter(file -> file.toString().endsWith(".talk"))
                    .sorted()
                    .toList();
            assertThat(talks).isNotEmpty();
            return talks;
        }
    }

    @ParameterizedTest
    @MethodSource("talks")
    void aConversationGoesAsItIsWritten(Path talk, @TempDir Path data) throws Exception {
        try (var player = new TalkPlayer(data)) {
            player.play(talk);
        }
    }
}
