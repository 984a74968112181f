package dev.switchboard.providers;

/** Whether a model can be asked, with a sentence that names what to do if not. */
public record Reachability(State state, String sentence) {
    public enum State {
        REACHABLE,
        WRONG_KEY,
        UNREACHABLE,
        MODEL_UNKNOWN
    }

    public boolean ok() {
        return state == State.REACHABLE;
    }
}
