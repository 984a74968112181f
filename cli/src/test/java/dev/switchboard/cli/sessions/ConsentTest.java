package dev.switchboard.cli.sessions;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.switchboard.cli.console.Streams;
import dev.switchboard.cli.remote.CommandException;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConsentTest {
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @ValueSource(strings = {"y\n", " YES \n", "yes"})
    void aYesIsAYes(String typed) {
        assertThat(Consent.given(streams(typed, true), "Delete it?")).isTrue();
        assertThat(err.toString()).isEqualTo("Delete it? [y/N] ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "n\n", "yess\n", "ja\n"})
    void nothingElseIs(String typed) {
        assertThat(Consent.given(streams(typed, true), "Delete it?")).isFalse();
    }

    @Test
    void whereNobodyCanBeAskedItIsRefusedWithTheNextStep() {
        assertThatThrownBy(() -> Consent.given(streams("y\n", false), "Delete it?"))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("--yes");
    }

    private Streams streams(String typed, boolean terminal) {
        return new Streams(
                new ByteArrayInputStream(typed.getBytes(UTF_8)),
                new PrintWriter(new StringWriter()),
                new PrintWriter(err, true),
                terminal,
                terminal,
                false);
    }
}
