package dev.switchboard.edge.board;

/** A message cannot be taken as it is; the words say what is wrong with it. */
final class Unusable extends Exception {
    private static final long serialVersionUID = 1L;

    Unusable(String why) {
        super(why, null, false, false);
    }

    String why() {
        return String.valueOf(getMessage());
    }
}
