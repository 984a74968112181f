package dev.switchboard.edge.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.switchboard.core.channel.PeerNotice;
import dev.switchboard.core.channel.PeerNotice.Code;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NoticeDeskTest {
    private static final PeerNotice WAITS = notice("a", Code.WAITING_FOR_APPROVAL);
    private static final PeerNotice OVER = notice("a", Code.APPROVAL_RESOLVED);
    private static final PeerNotice OTHER = notice("b", Code.WAITING_FOR_APPROVAL);

    private final List<PeerNotice> told = new ArrayList<>();
    private final NoticeDesk desk = new NoticeDesk(told::add);

    @Test
    void whatWaitsIsToldOnceHoweverOftenItIsFoundOrHeard() {
        desk.hear(WAITS);
        assertThat(told).as("before the first look").isEmpty();
        desk.look(() -> List.of(WAITS));
        desk.hear(WAITS);
        desk.look(() -> List.of(WAITS, OTHER));
        assertThat(told).containsExactly(WAITS, OTHER);
    }

    @Test
    void aWaitThatEndsWhileItIsLookedUpIsNotToldAfterItsEnd() {
        desk.look(() -> {
            desk.hear(OVER);
            return List.of(WAITS); // read just before it ended
        });
        assertThat(told).as("the end of a wait nobody was told of is no news").isEmpty();

        desk.hear(WAITS);
        desk.look(() -> {
            desk.hear(OVER);
            return List.of(WAITS);
        });
        assertThat(told).containsExactly(WAITS, OVER);
    }

    @Test
    void aLookThatFailsLosesNothingThatIsHeard() {
        assertThatThrownBy(() -> desk.look(() -> {
                    desk.hear(OTHER);
                    throw new IllegalStateException("the store is away");
                }))
                .hasMessage("the store is away");
        desk.hear(WAITS);
        assertThat(told).containsExactly(OTHER, WAITS);
    }

    private static PeerNotice notice(String approval, Code code) {
        return new PeerNotice("m-1", code, "words", approval, Instant.EPOCH);
    }
}
