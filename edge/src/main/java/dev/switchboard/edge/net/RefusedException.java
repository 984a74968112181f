package dev.switchboard.edge.net;

/** Ends the reading of a request. Not a failure of ours, so it has no stack trace. */
final class RefusedException extends Exception {
    private final Refusal refusal;

    RefusedException(Refusal refusal) {
        super(refusal.name(), null, false, false);
        this.refusal = refusal;
    }

    Refusal refusal() {
        return refusal;
    }
}
