package dev.switchboard.edge.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestTargetTest {

    @Test
    void thePathIsSplitBeforeItIsDecoded() throws Exception {
        assertThat(RequestTarget.parse("/api/a%2Fb/c").segments()).isEqualTo(List.of("api", "a/b", "c"));
    }

    @Test
    void aSegmentIsDecodedExactlyOnce() throws Exception {
        assertThat(RequestTarget.parse("/%252F/%253a").segments()).isEqualTo(List.of("%2F", "%3a"));
    }

    @Test
    void dotsAreNamesLikeAnyOther() throws Exception {
        assertThat(RequestTarget.parse("/a/../%2e%2e/./b").segments()).isEqualTo(List.of("a", "..", "..", ".", "b"));
    }

    @Test
    void aPeerIdWithEverythingInItSurvives() throws Exception {
        assertThat(RequestTarget.parse("/peers/a%2F%3F..%20%3A%F0%9F%99%82").segments())
                .isEqualTo(List.of("peers", "a/?.. :🙂"));
    }

    @Test
    void aPlusIsAPlusInThePathAndASpaceInTheQuery() throws Exception {
        var target = RequestTarget.parse("/a+b?c=d+e%2B");
        assertThat(target.segments()).isEqualTo(List.of("a+b"));
        assertThat(target.query()).containsEntry("c", "d e+");
    }

    @Test
    void emptySegmentsAreKeptAndTheRootHasNone() throws Exception {
        assertThat(RequestTarget.parse("/").segments()).isEmpty();
        assertThat(RequestTarget.parse("/a/").segments()).isEqualTo(List.of("a", ""));
        assertThat(RequestTarget.parse("//a").segments()).isEqualTo(List.of("", "a"));
    }

    @Test
    void theFirstValueOfAParameterWins() throws Exception {
        assertThat(RequestTarget.parse("/?a=1&a=2&b&=x&&c=").query())
                .containsEntry("a", "1")
                .containsEntry("b", "")
                .containsEntry("c", "")
                .hasSize(4);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/%",
                "/%2",
                "/%zz",
                "/%2x",
                "/%C3",
                "/%ff",
                "/%C0%AF",
                "/?a=%",
                "a/b",
                "*",
                "http://a/b",
                "/a#b",
                "/%+1",
                "/%ED%A0%80"
            })
    void brokenTargetsAreRefused(String target) {
        assertThatThrownBy(() -> RequestTarget.parse(target)).isInstanceOf(RefusedException.class);
    }
}
