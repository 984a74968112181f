package dev.switchboard.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What a protocol page shows is what the code speaks: each of its JSON lines is one of the golden files. */
class DocumentedFramesTest {
    private static final Pattern JSON_BLOCK = Pattern.compile("```json\\n(.*?)```", Pattern.DOTALL);

    @ParameterizedTest
    @ValueSource(strings = {"terminal", "webhook", "board"})
    void everyExampleOfThePageIsAGoldenFile(String protocol) throws IOException {
        held(protocol, protocol);
    }

    /** The activity and the lobby share one. */
    @Test
    void everyExampleOfThePageOfPagesIsAGoldenFile() throws IOException {
        held("hud", "hud", "lobby");
    }

    private static void held(String name, String... protocols) throws IOException {
        var page = Files.readString(Path.of("../docs/protocols/" + name + ".md"));
        var golden = Stream.of(protocols)
                .flatMap(protocol ->
                        GoldenFiles.names(protocol).stream().map(file -> tree(GoldenFiles.text(protocol, file))))
                .toList();
        assertThat(examples(page)).isNotEmpty().allSatisfy(example -> assertThat(golden)
                .contains(tree(example)));
    }

    private static List<String> examples(String page) {
        return JSON_BLOCK
                .matcher(page)
                .results()
                .flatMap(block -> Stream.of(block.group(1).split("\n")))
                .filter(line -> !line.isBlank())
                .toList();
    }

    private static JsonNode tree(String json) {
        return Json.mapper().readTree(json);
    }
}
