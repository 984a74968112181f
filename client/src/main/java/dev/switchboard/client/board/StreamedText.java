package dev.switchboard.client.board;

import org.jspecify.annotations.Nullable;

/**
 * The present text of a task, put together from its deltas, so that nothing is shown twice after a new connection. A task
 * has several texts, one after the other: one for each time its model is asked. Not thread-safe.
 */
public final class StreamedText {
    private final StringBuilder text = new StringBuilder();
    private boolean again;

    /**
     * What is to be shown now.
     *
     * @param anew it is not the end of what was shown but the beginning of another text
     */
    public record Piece(boolean anew, String text) {}

    /** The task tells from the beginning of its present text. */
    public void again() {
        again = true;
    }

    /** @param offset where the piece belongs; null if the gateway does not say, and then at the end */
    public Piece add(String piece, @Nullable Integer offset) {
        if (offset != null && offset > text.length()) {
            // We came in the middle. What lies before it is told to who attaches, and this with it.
            return new Piece(false, "");
        }
        boolean fromTheBeginning = again && offset != null && offset == 0;
        again = false;
        if (fromTheBeginning) {
            return whole(piece);
        }
        if (offset == null || offset == text.length()) {
            text.append(piece);
            return new Piece(false, piece);
        }
        return replace(piece);
    }

    /** The present text is this, all of it. */
    public Piece whole(String known) {
        if (known.length() < text.length() || !known.startsWith(text.toString())) {
            return replace(known);
        }
        var rest = known.substring(text.length());
        text.append(rest);
        return new Piece(false, rest);
    }

    /** What was shown no longer counts; whether there was anything. */
    public boolean discard() {
        boolean shown = !text.isEmpty();
        text.setLength(0);
        return shown;
    }

    private Piece replace(String other) {
        boolean anew = discard();
        text.append(other);
        return new Piece(anew, other);
    }
}
