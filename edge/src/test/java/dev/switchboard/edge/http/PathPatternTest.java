package dev.switchboard.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.cases.Cases;
import dev.switchboard.cases.Draw;
import dev.switchboard.edge.auth.TestRequest;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PathPatternTest {
    private final PathPattern pattern = new PathPattern("/api/channels/{channel_id}/peers/{peer_id}");

    @Test
    void variablesAreExactlyTheDecodedSegments() {
        Cases.check(1_000, draw -> {
            var channel = id(draw);
            var peer = id(draw);
            assertThat(pattern.match(List.of("api", "channels", channel, "peers", peer)))
                    .contains(Map.of("channel_id", channel, "peer_id", peer));
        });
    }

    @Test
    void anEncodedIdComesBackAsItWas() {
        Cases.check(1_000, draw -> {
            var channel = id(draw);
            var peer = id(draw);
            var path = "/api/channels/" + encode(channel) + "/peers/" + encode(peer);
            assertThat(pattern.match(TestRequest.get(path).build().segments()))
                    .contains(Map.of("channel_id", channel, "peer_id", peer));
        });
    }

    @Test
    void anotherNumberOfSegmentsNeverMatches() {
        Cases.check(1_000, draw -> {
            var segments = draw.suchThat(() -> draw.listOf(0, 8, () -> id(draw)), list -> list.size() != 5);
            assertThat(pattern.match(segments)).isEmpty();
        });
    }

    @Test
    void whatIsNamedMustBeSaidExactly() {
        Cases.check(1_000, draw -> {
            var word = draw.suchThat(() -> id(draw), id -> !id.equals("peers"));
            assertThat(pattern.match(List.of("api", "channels", "a", word, "b")))
                    .isEmpty();
        });
    }

    /** Nasty ones often, any character sometimes; halves of a character pair cannot be encoded and do not arrive. */
    private static String id(Draw draw) {
        return draw.between(0, 3) == 0
                ? draw.oneOf("/", "..", ".", "?", "#", "%2F", "%", "+", " ", ":", "{peer_id}", "{}", ";", "\\", "\0")
                : draw.suchThat(() -> draw.anyText(12), text -> !text.isEmpty() && isText(text));
    }

    private static boolean isText(String text) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
