package dev.switchboard.core.session;

import dev.switchboard.core.identity.SessionId;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds what was said. The index behind it comes after the ledger, by a second or so, by more when there is a lot to do;
 * it holds what is shown, and no secrets.
 */
public interface Search {
    int MAX_PAGE = 100;

    /** Who said it. */
    enum Who {
        YOU,
        AGENT,
        TOOL;

        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }

        public static Optional<Who> named(String wireName) {
            return Arrays.stream(values())
                    .filter(who -> who.wireName().equals(wireName))
                    .findFirst();
        }
    }

    /**
     * What is looked for.
     *
     * @param words all of them; the last one may be unfinished. Whatever somebody types: it has no syntax
     * @param who null for anyone
     * @param from no older than this
     * @param before the {@code next} of the page before; null for the first one
     */
    record Wanted(
            String words,
            Set<SessionKind> kinds,
            @Nullable Who who,
            @Nullable Instant from,
            @Nullable String before,
            int limit) {
        public Wanted {
            kinds = Set.copyOf(kinds);
        }
    }

    /** A part of {@link Place#text}, in characters as Java and JavaScript count them. */
    record Mark(int start, int end) {}

    /**
     * An event in which it was said.
     *
     * @param text a piece of it around the words
     * @param marks where in the piece the words are
     */
    record Place(SessionId session, long seq, Instant at, Who who, String text, List<Mark> marks) {}

    record Page(List<Place> places, @Nullable String next) {}

    /**
     * Newest first.
     *
     * @throws dev.switchboard.core.failure.SwitchboardException INVALID if {@code before} is none of ours
     */
    Page search(Wanted wanted);
}
