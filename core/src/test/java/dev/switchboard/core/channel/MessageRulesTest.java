package dev.switchboard.core.channel;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageRulesTest {
    @Test
    void aWholeMessageIsFine() {
        assertThat(MessageRules.complaint(draft("device-001", "m-1", "hello"), 10))
                .isEmpty();
    }

    @Test
    void whatIsMissingIsNamedInTheWordsOfTheProtocol() {
        assertThat(MessageRules.complaint(draft(null, "m-1", "hello"), 10)).contains("peer_id is required");
        assertThat(MessageRules.complaint(draft("d", null, "hello"), 10)).contains("message_id is required");
        assertThat(MessageRules.complaint(draft("d", "m-1", null), 10)).contains("text is required");
        assertThat(MessageRules.complaint(draft("d", "m-1", " \n "), 10)).contains("text is required");
    }

    @Test
    void lengthIsCountedInCharactersNotInCodeUnits() {
        assertThat(MessageRules.complaint(draft("d", "m-1", "😀".repeat(10)), 10))
                .isEmpty();
        assertThat(MessageRules.complaint(draft("d", "m-1", "😀".repeat(11)), 10))
                .contains("text is too long: at most 10 characters (max_message_chars)");
    }

    @Test
    void anIdHasAtMost128Characters() {
        assertThat(MessageRules.required("peer_id", "x".repeat(128))).isEmpty();
        assertThat(MessageRules.required("peer_id", "x".repeat(129))).contains("peer_id must have 1 to 128 characters");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\nb", "a\u0000", "\u001b[2J", "a\u007f", "\ud800x"})
    void controlCharactersAndHalfCharactersAreNoPartOfAnId(String id) {
        assertThat(MessageRules.required("peer_id", id)).contains("peer_id must not contain control characters");
    }

    @ParameterizedTest
    @ValueSource(strings = {"aa:bb:cc", "a/b", "a?b", "..", "a b", "50%", "设备"})
    void strangeButHarmlessIdsAreFine(String id) {
        assertThat(MessageRules.required("peer_id", id)).isEmpty();
    }

    @Test
    void halvesOfCharactersInATextAreReplaced() {
        assertThat(MessageRules.wellFormed("a\ud83d b")).isEqualTo("a\ufffd b");
        assertThat(MessageRules.wellFormed("a😀b")).isEqualTo("a😀b");
    }

    private static Draft draft(@Nullable String peer, @Nullable String message, @Nullable String text) {
        return new Draft(peer, message, text, null, null);
    }
}
