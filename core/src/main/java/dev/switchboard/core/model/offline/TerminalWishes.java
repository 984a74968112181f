package dev.switchboard.core.model.offline;

import org.jspecify.annotations.Nullable;

/** Reads wishes about terminals that are there. */
final class TerminalWishes {
    private static final String[] LISTINGS = {
        "list all terminals",
        "list the terminals",
        "list terminals",
        "show me the terminals",
        "show the terminals",
        "show terminals",
        "what terminals are there",
        "which terminals are there"
    };

    private TerminalWishes() {}

    /** Null if it is about something else. */
    static @Nullable Wish read(String sentence, int verb) {
        var phrase = new Phrase(sentence, verb);
        if (phrase.takeAny(LISTINGS)) {
            return phrase.atEnd() || WishReader.isMark(phrase) ? new Wish.ListTerminals() : null;
        }
        if (phrase.take("close")) {
            var which = which(phrase);
            return which == null ? null : new Wish.CloseTerminal(which);
        }
        if (phrase.takeAny("read", "show me", "show", "what's in", "what is in")) {
            // "read it" may be about a file that was spoken of.
            var which = new Phrase(phrase.rest()).take("it") ? null : which(phrase);
            return which == null ? null : new Wish.ReadTerminal(which);
        }
        return null;
    }

    private static @Nullable Place which(Phrase phrase) {
        return Place.of("in " + Punctuation.trimmed(phrase.rest())) instanceof Place place
                        && (place instanceof Place.It || place instanceof Place.Terminal)
                ? place
                : null;
    }
}
