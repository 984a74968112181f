package dev.switchboard.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The JSON every frame is measured by; the documents quote the same files. */
public final class GoldenFiles {
    private static final Path ROOT = Path.of("src/test/resources/golden");

    private GoldenFiles() {}

    public static List<String> names(String protocol) {
        try (var files = Files.list(ROOT.resolve(protocol))) {
            return files.map(file -> file.getFileName().toString().replace(".json", ""))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static String text(String protocol, String name) {
        try {
            return Files.readString(ROOT.resolve(protocol).resolve(name + ".json"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Decodes the file as this type, encodes it again and compares the trees. */
    public static <T> T roundTrip(String protocol, String name, Class<T> type) {
        var mapper = Json.mapper();
        var golden = text(protocol, name);
        var frame = mapper.readValue(golden, type);
        assertThat(mapper.readTree(mapper.writeValueAsString(frame))).isEqualTo(mapper.readTree(golden));
        return frame;
    }
}
