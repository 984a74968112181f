package dev.switchboard.core.preview;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.Masking;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class PreviewsTest {
    private static final SessionId SESSION = new SessionId("s");
    private static final RunId RUN = new RunId("run-1");
    private static final String SECRET = "sk-secret-sk-sec";

    private final Previews previews = new Previews(new Masking(List.of(SECRET)));

    @Test
    void whoComesInTheMiddleGetsTheTextSoFarAndThenWhatFollows() throws Exception {
        previews.said(SESSION, RUN, "The first ");
        previews.said(SESSION, RUN, "three ");
        var seen = new Seen();
        try (var _ = previews.watch(SESSION, seen)) {
            previews.said(SESSION, RUN, "are");
        }
        previews.said(SESSION, RUN, " gone");

        assertThat(seen.heard).containsExactly("0:The first three ", "16:are");
    }

    @Test
    void whatIsTakenBackIsToldAndTheTextBeginsAnew() throws Exception {
        var seen = new Seen();
        try (var _ = previews.watch(SESSION, seen)) {
            previews.said(SESSION, RUN, "wrong");
            previews.retracted(SESSION, RUN);
            previews.said(SESSION, RUN, "right");
            previews.ended(SESSION, RUN);
            previews.said(SESSION, RUN, "next");
        }
        assertThat(seen.heard).containsExactly("0:wrong", "retracted", "0:right", "0:next");
    }

    @Test
    void aWatcherThatFailsHarmsNobody() throws Exception {
        var seen = new Seen();
        try (var _ = previews.watch(SESSION, new Previews.Watcher() {
                    @Override
                    public void text(RunId run, String piece, int offset) {
                        throw new IllegalStateException("broken");
                    }

                    @Override
                    public void retracted(RunId run) {}
                });
                var _ = previews.watch(SESSION, seen)) {
            previews.said(SESSION, RUN, "hello");
        }
        assertThat(seen.heard).containsExactly("0:hello");
    }

    @Property(tries = 500)
    void howeverATextIsCutNoSecretIsShownAndNothingIsMissing(
            @ForAll @Size(max = 12) List<@IntRange(min = 1, max = 9) Integer> cuts,
            @ForAll @IntRange(min = 0, max = 3) int kind)
            throws Exception {
        var text =
                switch (kind) {
                    case 0 -> "the key is " + SECRET + " and " + SECRET;
                    case 1 -> "sk-sk-sk-secret-sk-se no";
                    case 2 -> SECRET;
                    default -> "ends in sk-secret-sk-s";
                };
        var seen = new Seen();
        try (var _ = previews.watch(SESSION, seen)) {
            int from = 0;
            for (int cut : cuts) {
                int to = Math.min(text.length(), from + cut);
                previews.said(SESSION, RUN, text.substring(from, to));
                from = to;
                assertThat(seen.text.toString()).doesNotContain("sk-secret-sk-sec");
            }
            previews.said(SESSION, RUN, text.substring(from));
            previews.ended(SESSION, RUN);
        }
        assertThat(seen.text.toString()).isEqualTo(text.replace(SECRET, "••••"));
    }

    private static final class Seen implements Previews.Watcher {
        final List<String> heard = new ArrayList<>();
        final StringBuilder text = new StringBuilder();

        @Override
        public void text(RunId run, String piece, int offset) {
            heard.add(offset + ":" + piece);
            assertThat(offset == 0 || offset == text.length()).isTrue();
            text.append(piece);
        }

        @Override
        public void retracted(RunId run) {
            heard.add("retracted");
            text.setLength(0);
        }
    }
}
