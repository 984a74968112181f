package dev.switchboard.cli.option;

/** One option of a command: what it is called, what its help says, and what was written of it. */
public abstract sealed class Option permits Flag, Text, Texts, WholeNumber {
    private final String name;
    private final String label;
    private final String description;

    /** @param label what the help calls its value */
    Option(String name, String label, String description) {
        this.name = name;
        this.label = label;
        this.description = description;
    }

    public final String name() {
        return name;
    }

    public final String label() {
        return label;
    }

    public final String description() {
        return description;
    }

    /** Takes a value as it was written; false if the real parser has to look at it. */
    abstract boolean take(String written);
}
