package dev.switchboard.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The clients on the terminal's page are the files that the tests run. */
class DocumentedClientsTest {
    @ParameterizedTest
    @CsvSource({"python, smallest.py", "js, smallest.mjs"})
    void thePageQuotesTheWholeClient(String language, String file) throws IOException {
        var page = Files.readString(Path.of("../docs/protocols/terminal.md"));
        var client = Files.readString(Path.of("../docs/examples/" + file));
        assertThat(page).contains("`docs/examples/%s`:\n\n```%s\n%s```\n".formatted(file, language, client));
    }
}
