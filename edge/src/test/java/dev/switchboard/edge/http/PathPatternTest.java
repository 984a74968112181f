package dev.switchboard.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.edge.auth.TestRequest;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

class PathPatternTest {
    private final PathPattern pattern = new PathPattern("/api/channels/{channel_id}/peers/{peer_id}");

    @Property
    void variablesAreExactlyTheDecodedSegments(@ForAll("ids") String channel, @ForAll("ids") String peer) {
        assertThat(pattern.match(List.of("api", "channels", channel, "peers", peer)))
                .contains(Map.of("channel_id", channel, "peer_id", peer));
    }

    @Property
    void anEncodedIdComesBackAsItWas(@ForAll("ids") String channel, @ForAll("ids") String peer) {
        var path = "/api/channels/" + encode(channel) + "/peers/" + encode(peer);
        assertThat(pattern.match(TestRequest.get(path).build().segments()))
                .contains(Map.of("channel_id", channel, "peer_id", peer));
    }

    @Property
    void anotherNumberOfSegmentsNeverMatches(@ForAll("segments") List<String> segments) {
        if (segments.size() != 5) {
            assertThat(pattern.match(segments)).isEmpty();
        }
    }

    @Property
    void whatIsNamedMustBeSaidExactly(@ForAll("ids") String word) {
        if (!word.equals("peers")) {
            assertThat(pattern.match(List.of("api", "channels", "a", word, "b")))
                    .isEmpty();
        }
    }

    @Provide
    Arbitrary<String> ids() {
        // Nasty ones often, any character sometimes; halves of a character pair cannot be encoded and do not arrive.
        var nasty =
                Arbitraries.of("/", "..", ".", "?", "#", "%2F", "%", "+", " ", ":", "{peer_id}", "{}", ";", "\\", "\0");
        var any = Arbitraries.strings().all().ofMinLength(1).ofMaxLength(12).filter(PathPatternTest::isText);
        return Arbitraries.frequencyOf(Tuple.of(1, nasty), Tuple.of(3, any));
    }

    @Provide
    Arbitrary<List<String>> segments() {
        return ids().list().ofMaxSize(8);
    }

    private static boolean isText(String text) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
