package dev.switchboard.edge.board;

import dev.switchboard.core.ledger.Masking;

/** A stranger's word in an error, never repeated at length. */
final class Quoted {
    private static final int MOST = 64;

    private Quoted() {}

    /** What goes back to whoever sent it, or to a log on its side: without the secrets we know. */
    static String shortly(String word, Masking masking) {
        return shortly(masking.mask(word));
    }

    static String shortly(String word) {
        int length = word.codePointCount(0, word.length());
        return "\"" + (length <= MOST ? word : word.substring(0, word.offsetByCodePoints(0, MOST)) + "…") + "\"";
    }
}
