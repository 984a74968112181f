package dev.switchboard.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonTypeName;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.json.Json;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Stored events are a format: what an older version wrote, this one reads and would write again. */
final class EventGoldenTest {

    static List<Path> files() throws IOException, URISyntaxException {
        var folder = Path.of(EventGoldenTest.class.getResource("/golden/event").toURI());
        try (var files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void aStoredEventIsReadAndWrittenAgainAsItWas(Path file) throws IOException {
        var text = Files.readString(file);

        var events = EventJson.decode("[" + text + "]", Masking.NONE);
        var again = EventJson.encode(events);

        assertThat(Json.mapper().readTree(again).get(0)).isEqualTo(Json.mapper().readTree(text));
        assertThat(file.getFileName().toString())
                .startsWith(typeName(events.getFirst().getClass()));
    }

    @Test
    void everyKindOfEventHasItsFile() throws IOException, URISyntaxException {
        var covered = files().stream()
                .map(file -> file.getFileName().toString().replaceAll("(-.*)?\\.json$", ""))
                .collect(Collectors.toSet());

        assertThat(covered)
                .isEqualTo(kinds(RunEvent.class).map(EventGoldenTest::typeName).collect(Collectors.toSet()));
    }

    @Test
    void everyEventThatThePageShowsIsAGoldenFile() throws IOException, URISyntaxException {
        var golden = new ArrayList<JsonNode>();
        for (var file : files()) {
            golden.add(Json.mapper().readTree(Files.readString(file)));
        }
        var shown = Files.readString(Path.of("../docs/protocols/http.md"))
                .lines()
                .filter(line -> line.startsWith("{\"type\":"))
                .map(Json.mapper()::readTree)
                .toList();
        assertThat(shown).isNotEmpty().isSubsetOf(golden);
    }

    @Test
    void aFieldThatIsNotOptionalIsRequired() {
        assertThatThrownBy(() ->
                        EventJson.decode("[{\"type\":\"turn_start\",\"id\":\"e-1\",\"runId\":\"r-1\"}]", Masking.NONE))
                .isInstanceOf(JacksonException.class)
                .hasMessageContaining("correlationId");
    }

    @Test
    void aFieldOfANewerVersionIsIgnored() {
        var event =
                "[{\"type\":\"turn_start\",\"id\":\"e\",\"runId\":\"r\",\"correlationId\":\"c\",\"mood\":\"good\"}]";

        assertThat(EventJson.decode(event, Masking.NONE))
                .isEqualTo(List.of(new RunEvent.TurnStart("e", "r", "c", null)));
    }

    private static Stream<Class<?>> kinds(Class<?> sealed) {
        return sealed.isSealed()
                ? Stream.of(sealed.getPermittedSubclasses()).flatMap(EventGoldenTest::kinds)
                : Stream.of(sealed);
    }

    private static String typeName(Class<?> kind) {
        return kind.getAnnotationsByType(JsonTypeName.class)[0].value();
    }
}
