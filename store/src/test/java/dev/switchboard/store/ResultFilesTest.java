package dev.switchboard.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.journal.UnreadableResult;
import dev.switchboard.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

final class ResultFilesTest {
    private static final ObjectNode LONG = JsonNodeFactory.instance.objectNode().put("stdout", "long ".repeat(50_000));

    @TempDir
    Path folder;

    @Test
    void aResultIsKeptThoughTheGatewayIsStopping() {
        var files = new ResultFiles(folder.resolve("results"));
        Thread.currentThread().interrupt();
        try {
            var name = files.write("event-1", json -> Json.mapper().writeTree(json, LONG));

            assertThat(name).isEqualTo("event-1.json");
            assertThat(Thread.currentThread().isInterrupted())
                    .as("the interrupt is for whoever asks next")
                    .isTrue();
        } finally {
            Thread.interrupted();
        }
        assertThat(files.read("event-1.json")).contains(LONG);
    }

    @Test
    void whatCannotBeSavedIsSaidInWords() throws IOException {
        var inTheWay = Files.writeString(folder.resolve("results"), "a file");
        var files = new ResultFiles(inTheWay);

        assertThatThrownBy(() -> files.write("event-1", json -> Json.mapper().writeTree(json, LONG)))
                .isInstanceOf(SwitchboardException.class)
                .hasMessageStartingWith("a long result could not be saved");
    }

    @Test
    void aResultThatCannotBeReadIsNoFaultOfTheStore() {
        var files = new ResultFiles(folder.resolve("results"));

        assertThatThrownBy(() -> files.write("event-1", _ -> {
                    throw new UnreadableResult(new IOException("the output is gone"));
                }))
                .isInstanceOf(UnreadableResult.class);
    }

    @Test
    void aFullDiskIsTheStoresWhoeverNoticesIt() {
        var files = new ResultFiles(folder.resolve("results"));

        assertThatThrownBy(() -> files.write("event-1", _ -> {
                    throw JacksonIOException.construct(new IOException("No space left on device"));
                }))
                .isInstanceOf(SwitchboardException.class)
                .hasMessage("a long result could not be saved: No space left on device");
    }

    @Test
    void ofWhatCouldNotBeSavedNothingIsLeft() {
        var results = folder.resolve("results");
        var files = new ResultFiles(results);

        for (var failure : List.of(
                new UnreadableResult(new IOException("the output is gone")),
                JacksonIOException.construct(new IOException("No space left on device")))) {
            assertThatThrownBy(() -> files.write("event-1", json -> {
                        json.writeStartObject();
                        json.writeStringProperty("stdout", "half of it ".repeat(10_000));
                        json.flush();
                        assertThat(results.resolve("event-1.json")).isNotEmptyFile();
                        throw failure;
                    }))
                    .isInstanceOf(RuntimeException.class);

            assertThat(results).isEmptyDirectory();
        }
    }
}
