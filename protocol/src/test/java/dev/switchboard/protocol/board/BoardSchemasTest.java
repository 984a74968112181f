package dev.switchboard.protocol.board;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.switchboard.json.Json;
import dev.switchboard.protocol.GoldenFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class BoardSchemasTest {
    private static final Path FOLDER = Path.of("../docs/protocols/schema/board");
    private static final String ANY = "board.schema.json";
    /** Where the schemas are said to be, so that they find each other; nothing is fetched. */
    private static final String BASE = "https://schema.test/";

    private static final SchemaRegistry SCHEMAS =
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12, registry -> {
                var byAddress = new HashMap<String, String>();
                BoardSchemas.files().forEach((file, text) -> byAddress.put(BASE + file, text));
                registry.schemas(byAddress);
            });

    static List<String> golden() {
        return GoldenFiles.names("board");
    }

    @Test
    void the_files_in_the_docs_are_what_the_records_say() throws IOException {
        var made = BoardSchemas.files();
        if (Boolean.getBoolean("update")) {
            update(made);
        }
        var there = new HashMap<String, String>();
        try (var files = Files.list(FOLDER)) {
            for (var file : files.toList()) {
                there.put(file.getFileName().toString(), Files.readString(file));
            }
        }
        assertThat(there)
                .as("docs/protocols/schema/board is made from the records; make it anew with"
                        + " mvn -pl protocol -am test -Dtest=BoardSchemasTest"
                        + " -Dsurefire.failIfNoSpecifiedTests=false -Dupdate=true")
                .isEqualTo(made);
    }

    private static void update(Map<String, String> made) throws IOException {
        Files.createDirectories(FOLDER);
        try (var files = Files.list(FOLDER)) {
            for (var file : files.toList()) {
                Files.delete(file);
            }
        }
        for (var file : made.entrySet()) {
            Files.writeString(FOLDER.resolve(file.getKey()), file.getValue());
        }
    }

    @ParameterizedTest
    @MethodSource("golden")
    void every_golden_message_fits_the_schema_of_its_type_and_no_other(String name) {
        var message = message(name);
        assertThat(complaints(schemaOf(message), message)).isEmpty();
        assertThat(complaints(ANY, message)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "task-submit,                 /payload/goal",
        "task-submit,                 /payload/messages",
        "task-submit,                 /payload",
        "task-submit,                 /id",
        "task-submit-full,            /payload/messages/0/role",
        "task-submit-full,            /payload/plan/content/steps/0/title",
        "task-submit-full,            /payload/artifacts/0/id",
        "task-message,                /payload/injection_mode",
        "approval-response,           /payload/approved",
        "connection-auth,             /payload/scopes",
        "task-completed,              /payload/usage/total_tokens",
        "terminal-list-response,      /payload/terminals/0/size/cols",
        "connection-welcome,          /timestamp",
        "pong,                        /payload",
    })
    void a_message_without_what_it_needs_does_not_fit(String name, String missing) {
        var message = message(name);
        parent(message, missing).remove(last(missing));

        assertThat(complaints(schemaOf(message(name)), message)).isNotEmpty();
        assertThat(complaints(ANY, message)).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "task-submit,          /payload/goal,                          42",
                "task-submit,          /payload/messages,                      {}",
                "task-submit,          /type,                                  \"task:dream\"",
                "task-submit,          /id,                                    \"\"",
                "task-submit-full,     /payload/options/mode,                  \"never_ask\"",
                "task-submit-full,     /payload/options/max_tokens,            1.5",
                "task-submit-full,     /payload/plan/content,                  7",
                "task-submit-full,     /payload/plan/content/steps/0/status,   \"done\"",
                "task-message,         /payload/injection_mode,                \"shout\"",
                "connection-auth,      /payload/role,                          \"admin\"",
                "connection-error,     /payload/code,                          \"oops\"",
                "approval-required,    /payload/tool_call/arguments,           \"{}\"",
                "task-delta-text,      /payload/delta_type,                    \"thought\"",
                "terminal-resize,      /payload/rows,                          \"24\"",
            })
    void a_message_with_the_wrong_kind_of_thing_in_it_does_not_fit(String name, String where, String wrong) {
        var message = message(name);
        parent(message, where).set(last(where), Json.mapper().readTree(wrong));

        assertThat(complaints(schemaOf(message(name)), message)).isNotEmpty();
        assertThat(complaints(ANY, message)).isNotEmpty();
    }

    @Test
    void a_board_may_leave_out_what_is_not_relied_on() {
        var bare = Json.mapper().readTree("{\"type\":\"task:list\",\"id\":\"1\"}");
        assertThat(complaints("task-list.schema.json", bare)).isEmpty();

        var submit = message("task-submit");
        submit.remove("timestamp");
        parent(submit, "/payload/idempotency_key").remove("idempotency_key");
        assertThat(complaints("task-submit.schema.json", submit)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("golden")
    void fields_of_tomorrow_are_compatible(String name) {
        var message = message(name).put("trace_id", "t-1");
        parent(message, "/payload/mood").put("mood", "good");

        assertThat(complaints(schemaOf(message), message)).isEmpty();
        assertThat(complaints(ANY, message)).isEmpty();
    }

    private static List<Error> complaints(String file, JsonNode message) {
        return SCHEMAS.getSchema(SchemaLocation.of(BASE + file)).validate(message);
    }

    private static String schemaOf(JsonNode message) {
        return BoardSchemas.fileOf(message.get("type").stringValue());
    }

    private static ObjectNode message(String name) {
        return (ObjectNode) Json.mapper().readTree(GoldenFiles.text("board", name));
    }

    private static ObjectNode parent(ObjectNode message, String field) {
        return (ObjectNode) message.at(JsonPointer.compile(field).head());
    }

    private static String last(String field) {
        return field.substring(field.lastIndexOf('/') + 1);
    }
}
