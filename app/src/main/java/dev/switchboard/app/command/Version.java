package dev.switchboard.app.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version this was built as. */
public final class Version {
    private Version() {}

    public static String current() {
        try (var resource = Version.class.getResourceAsStream("/switchboard.properties")) {
            var properties = new Properties();
            properties.load(resource);
            return properties.getProperty("version");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read our own version", e);
        }
    }

    static String line() {
        return "switchboard " + current();
    }
}
