package dev.switchboard.edge.board;

import dev.switchboard.core.ledger.Masking;
import dev.switchboard.json.text.Shortened;

/** A stranger's word in an error, never repeated at length. */
final class Quoted {
    private static final int MOST = 64;

    private Quoted() {}

    /** What goes back to whoever sent it, or to a log on its side: without the secrets we know. */
    static String shortly(String word, Masking masking) {
        return shortly(masking.mask(word));
    }

    static String shortly(String word) {
        return "\"" + Shortened.to(MOST, word) + "\"";
    }
}
