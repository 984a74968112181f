package dev.switchboard.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.switchboard.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The schemas of the activity and the lobby: in the docs as they are made, and true of every golden frame. */
class FrameSchemasTest {
    private static final Path FOLDER = Path.of("../docs/protocols/schema");
    /** Where the schemas are said to be, so that they find each other; nothing is fetched. */
    private static final String BASE = "https://schema.test/";

    private static final Map<String, SortedMap<String, String>> MADE =
            Map.of("hud", FrameSchemas.hud(), "lobby", FrameSchemas.lobby());
    private static final SchemaRegistry SCHEMAS =
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12, registry -> {
                var byAddress = new HashMap<String, String>();
                MADE.forEach((protocol, files) ->
                        files.forEach((file, text) -> byAddress.put(BASE + protocol + "/" + file, text)));
                registry.schemas(byAddress);
            });
    private static final Set<String> OF_CLIENT = Set.of(
            "message",
            "message-steer",
            "earlier-asked",
            "stop",
            "kill",
            "new",
            "ping",
            "switch-agent",
            "handover",
            "approve");

    static Stream<Arguments> golden() {
        return Stream.of("hud", "lobby")
                .flatMap(protocol -> GoldenFiles.names(protocol).stream().map(name -> Arguments.of(protocol, name)));
    }

    @ParameterizedTest
    @CsvSource({"hud", "lobby"})
    void the_files_in_the_docs_are_what_the_records_say(String protocol) throws IOException {
        var made = MADE.getOrDefault(protocol, new TreeMap<>());
        var folder = FOLDER.resolve(protocol);
        if (Boolean.getBoolean("update")) {
            update(folder, made);
        }
        var there = new HashMap<String, String>();
        try (var files = Files.list(folder)) {
            for (var file : files.toList()) {
                there.put(file.getFileName().toString(), Files.readString(file));
            }
        }
        assertThat(there)
                .as(
                        "docs/protocols/schema/%s is made from the records; make it anew with"
                                + " mvn -pl protocol -am test -Dtest=FrameSchemasTest"
                                + " -Dsurefire.failIfNoSpecifiedTests=false -Dupdate=true",
                        protocol)
                .isEqualTo(made);
    }

    private static void update(Path folder, Map<String, String> made) throws IOException {
        Files.createDirectories(folder);
        try (var files = Files.list(folder)) {
            for (var file : files.toList()) {
                Files.delete(file);
            }
        }
        for (var file : made.entrySet()) {
            Files.writeString(folder.resolve(file.getKey()), file.getValue());
        }
    }

    @ParameterizedTest
    @MethodSource("golden")
    void every_golden_frame_fits_exactly_one_schema_of_its_side(String protocol, String name) {
        assertThat(complaints(protocol, side(name), frame(protocol, name))).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("golden")
    void fields_of_tomorrow_are_compatible(String protocol, String name) {
        assertThat(complaints(protocol, side(name), frame(protocol, name).put("mood", "good")))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "hud,   turn-end,       /durationMs",
        "hud,   tool-end-read,  /result",
        "hud,   tool-start-read, /correlationId",
        "hud,   approval-start, /expiresAt",
        "hud,   connected,      /seq",
        "hud,   message,        /message_id",
        "hud,   message-shown,  /role",
        "hud,   delta,          /offset",
        "hud,   approve,        /approved",
        "lobby, sessions,       /devices",
        "lobby, session,        /state",
        "lobby, approval,       /tool_call/arguments",
        "lobby, device,         /peer_id",
    })
    void a_frame_without_what_it_needs_does_not_fit(String protocol, String name, String missing) {
        var frame = frame(protocol, name);
        parent(frame, missing).remove(last(missing));

        assertThat(complaints(protocol, side(name), frame)).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "hud,   turn-end,        /status,      \"fine\"",
                "hud,   turn-end,        /event,       \"turn_over\"",
                "hud,   received-stop,   /subtype,     \"halt\"",
                "hud,   tool-end-read,   /result,      \"text\"",
                "hud,   turn-start,      /ts,          \"2026-11-18T10:00:00Z\"",
                "hud,   message-steer,   /mode,        \"shout\"",
                "hud,   earlier-asked,   /before,      1.5",
                "hud,   message-shown,   /role,        \"robot\"",
                "lobby, session,         /state,       \"asleep\"",
                "lobby, agent,           /status,      \"dreaming\"",
                "lobby, approve,         /approved,    \"yes\"",
            })
    void a_frame_with_the_wrong_kind_of_thing_in_it_does_not_fit(
            String protocol, String name, String where, String wrong) {
        var frame = frame(protocol, name);
        parent(frame, where).set(last(where), Json.mapper().readTree(wrong));

        assertThat(complaints(protocol, side(name), frame)).isNotEmpty();
    }

    private static String side(String name) {
        return OF_CLIENT.contains(name) ? "from-client.schema.json" : "from-gateway.schema.json";
    }

    private static List<Error> complaints(String protocol, String file, JsonNode frame) {
        return SCHEMAS.getSchema(SchemaLocation.of(BASE + protocol + "/" + file))
                .validate(frame);
    }

    private static ObjectNode frame(String protocol, String name) {
        return (ObjectNode) Json.mapper().readTree(GoldenFiles.text(protocol, name));
    }

    private static ObjectNode parent(ObjectNode frame, String field) {
        return (ObjectNode) frame.at(JsonPointer.compile(field).head());
    }

    private static String last(String field) {
        return field.substring(field.lastIndexOf('/') + 1);
    }
}
