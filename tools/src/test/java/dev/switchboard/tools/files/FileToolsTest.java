package dev.switchboard.tools.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.tool.Tool;
import dev.switchboard.json.Json;
import dev.switchboard.tools.Calls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** A workspace in a folder of its own, beside which nothing may be touched. */
abstract class FileToolsTest {
    static final Tool READ = new ReadTool();
    static final Tool WRITE = new WriteTool();
    static final Tool EDIT = new EditTool();
    static final Tool APPEND = new AppendTool();

    @TempDir
    Path parent = Path.of("");

    Path workspace = Path.of("");

    @BeforeEach
    final void makeWorkspace() throws IOException {
        workspace = Files.createDirectory(parent.resolve("workspace"));
    }

    ObjectNode read(String path) throws InterruptedException {
        return call(READ, args().put("path", path));
    }

    ObjectNode write(String path, String content) throws InterruptedException {
        return call(WRITE, args().put("path", path).put("content", content));
    }

    ObjectNode append(String path, String content) throws InterruptedException {
        return call(APPEND, args().put("path", path).put("content", content));
    }

    ObjectNode edit(String path, String old, String replacement) throws InterruptedException {
        return call(EDIT, args().put("path", path).put("old", old).put("new", replacement));
    }

    ObjectNode call(Tool tool, ObjectNode arguments) throws InterruptedException {
        return new Calls(workspace).call(tool, arguments);
    }

    static ObjectNode args() {
        return Json.mapper().createObjectNode();
    }

    void file(String name, String content) throws IOException {
        var file = workspace.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    String content(String name) throws IOException {
        return Files.readString(workspace.resolve(name));
    }

    static void assertRefused(ObjectNode result, String... words) {
        assertThat(result.path("ok").booleanValue()).as("ok of %s", result).isFalse();
        assertThat(result.propertyNames()).containsExactly("ok", "error");
        assertThat(result.path("error").asString()).contains(words);
    }

    /** The result, written with single quotes. */
    static void assertResult(ObjectNode result, String expected) {
        assertThat(result).isEqualTo(Calls.json(expected));
    }

    /** Nothing of ours is left in the workspace but what a test put there. */
    void assertNoTemporaryFiles() throws IOException {
        try (var all = Files.walk(workspace)) {
            assertThat(all.filter(path -> path.getFileName().toString().startsWith(".switchboard-")))
                    .isEmpty();
        }
    }
}
