package dev.switchboard.cli.option;

import java.nio.file.Path;

/** Paths as people write them. */
public final class UserPaths {
    private UserPaths() {}

    /** Understands {@code ~}, which a shell replaces but a file or a unit's environment does not. */
    public static Path expand(String text) {
        if (text.equals("~") || text.startsWith("~/")) {
            return Path.of(System.getProperty("user.home"), text.substring(1));
        }
        return Path.of(text);
    }
}
