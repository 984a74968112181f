package dev.switchboard.core.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.cases.Cases;
import dev.switchboard.cases.Draw;
import dev.switchboard.core.identity.SessionId;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class SessionIdsTest {
    private static final ChannelSettings CHANNEL = new ChannelSettings(
            "c", true, "terminal", "websocket", "l", "C", "default", Duration.ofSeconds(30), 20_000, null);

    @Test
    void aSessionIdIsChannelAccountAndPeer() {
        assertThat(SessionIds.of("terminal-dev", "local", "device-001", null).value())
                .isEqualTo("terminal-dev:local:device-001");
    }

    @Test
    void aThreadIsAFourthPart() {
        assertThat(SessionIds.of("terminal-dev", "local", "device-001", "kitchen")
                        .value())
                .isEqualTo("terminal-dev:local:device-001:kitchen");
    }

    @Test
    void aMacAddressWorksAsAPeer() {
        assertThat(SessionIds.of("terminal-dev", "local", "aa:bb:cc", null).value())
                .isEqualTo("terminal-dev:local:aa%3Abb%3Acc");
    }

    @Test
    void aPeerWithAColonNeverEqualsAPeerWithAThread() {
        assertThat(SessionIds.of("c", "l", "a", "b")).isNotEqualTo(SessionIds.of("c", "l", "a:b", null));
    }

    @Test
    void differentPartsNeverMakeTheSameId() {
        Cases.check(1_000, draw -> {
            var peerA = id(draw);
            var threadA = draw.orNothing(3, () -> id(draw));
            var peerB = id(draw);
            var threadB = draw.orNothing(3, () -> id(draw));
            var same = peerA.equals(peerB) && Objects.equals(threadA, threadB);
            assertThat(SessionIds.of("c", "l", peerA, threadA).equals(SessionIds.of("c", "l", peerB, threadB)))
                    .isEqualTo(same);
        });
    }

    @Test
    void whoseSessionItIsCanBeReadFromAnIdThatAMessageWouldBeGivenAndFromNoOther() {
        assertThat(SessionIds.peer(CHANNEL, new SessionId("c:l:aa%3Abb:kitchen")))
                .contains(new PeerSession(CHANNEL, "aa:bb", "kitchen"));
        for (var other :
                List.of("c:l:", "c:l", "c", "d:l:a", "c:m:a", "c:l:a:b:c", "c:l:a:", "c:l:%", "c:l:%3a", "web-1")) {
            assertThat(SessionIds.peer(CHANNEL, new SessionId(other))).as(other).isEmpty();
        }
        Cases.check(1_000, draw -> {
            var peer = id(draw);
            var thread = draw.orNothing(3, () -> id(draw));
            assertThat(SessionIds.peer(CHANNEL, SessionIds.of("c", "l", peer, thread)))
                    .contains(new PeerSession(CHANNEL, peer, thread));
        });
    }

    /** Few letters, so that collisions would be found. */
    private static String id(Draw draw) {
        return draw.text(":%3A5ab/ ?", 1, 6);
    }
}
