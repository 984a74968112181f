package dev.switchboard.edge.board;

/** A stranger's word in an error, never repeated at length. */
final class Quoted {
    private static final int MOST = 64;

    private Quoted() {}

    static String shortly(String word) {
        int length = word.codePointCount(0, word.length());
        return "\"" + (length <= MOST ? word : word.substring(0, word.offsetByCodePoints(0, MOST)) + "…") + "\"";
    }
}
