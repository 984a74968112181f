package dev.switchboard.cli.option;

/** An option that is there or is not. */
public final class Flag extends Option {
    private boolean given;

    Flag(String name, String description) {
        super(name, "", description);
    }

    public boolean isGiven() {
        return given;
    }

    public void set(boolean value) {
        given = value;
    }

    @Override
    boolean take(String written) {
        return false; // it has no value
    }
}
