package dev.switchboard.app.config;

/**
 * One thing that is wrong, and where.
 *
 * @param path as in {@code channels.terminal-dev.config.token}; empty for the file as a whole
 * @param sentence what is wrong and what to do next
 */
public record Mistake(String path, String sentence) {
    static String join(String parent, String child) {
        if (parent.isEmpty() || child.isEmpty()) {
            return parent + child;
        }
        return child.startsWith("[") ? parent + child : parent + "." + child;
    }

    @Override
    public String toString() {
        return path.isEmpty() ? sentence : path + ": " + sentence;
    }
}
