package dev.switchboard.core.ledger;

/**
 * A text as it grows, without secrets. What might become one is held back, no longer than the longest secret; all else
 * comes out at once. However the text is cut into pieces, the same comes out in the end.
 *
 * <p>Thread: one.
 */
public final class MaskedText {
    static final String MASK = "••••";

    /** So little of a secret's beginning tells nothing, and most words have it. */
    private static final int TELLING = 4;

    private final SecretFinder finder;
    private final StringBuilder undecided = new StringBuilder();
    /** Up to here in {@code undecided} a mask that came out stands for it. */
    private int covered;
    /** Where in {@code undecided} an authorization begins that is a secret. */
    private int valueAt = -1;

    private boolean inValue;

    MaskedText(SecretFinder finder) {
        this.finder = finder;
    }

    /** What may be shown now that this was added. */
    public String add(String piece) {
        undecided.append(piece);
        return decide(false);
    }

    /** The rest of a text that is complete. */
    public String end() {
        return decide(true);
    }

    /** The rest of a text that was cut off: without what may be the beginning of a secret. */
    public String cut() {
        return undecided.length() < TELLING ? decide(true) : "";
    }

    public boolean isHolding() {
        return !undecided.isEmpty();
    }

    private String decide(boolean whole) {
        var shown = new StringBuilder(undecided.length());
        int at = 0;
        for (; at < undecided.length(); at++) {
            char c = undecided.charAt(at);
            int secret = 0;
            int value = 0;
            if (finder.mayBeginAt(undecided, at)) {
                secret = finder.lengthAt(undecided, at, whole);
                value = c == 'a' || c == 'A' ? finder.authorizationAt(undecided, at, whole) : 0;
                if (secret == SecretFinder.UNDECIDED || value == SecretFinder.UNDECIDED) {
                    break;
                }
            }
            inValue = at == valueAt || inValue && SecretFinder.isOfValue(c);
            if (secret > 0 || at == valueAt) {
                if (at >= covered) {
                    shown.append(MASK);
                }
                covered = Math.max(covered, at + Math.max(secret, 1));
            } else if (inValue) {
                covered = Math.max(covered, at + 1);
            } else if (at >= covered) {
                shown.append(c);
            }
            if (value > 0) {
                valueAt = value;
            }
        }
        undecided.delete(0, at);
        covered = Math.max(0, covered - at);
        valueAt = valueAt < at ? -1 : valueAt - at;
        return shown.toString();
    }
}
