package dev.switchboard.cli.remote;

/** How the person types this program's name: {@code ./switchboard} or {@code switchboard}; what is named can be pasted. */
public final class OwnName {
    private OwnName() {}

    /** The command as it is typed here. The launcher knows what it was called. */
    public static String command(String words) {
        return System.getProperty("switchboard.command", "switchboard") + " " + words;
    }
}
