package dev.switchboard.app.config;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** What the command line says over the file. Null leaves the file's word. */
public record Overrides(@Nullable String host, @Nullable Integer port) {
    public static final Overrides NONE = new Overrides(null, null);

    /** What is in force when there is no file. */
    Config onDefault() {
        if (host == null && port == null) {
            return Config.DEFAULT;
        }
        var usual = Config.DEFAULT.server();
        try {
            return Config.DEFAULT.with(
                    usual.at(host == null ? usual.host() : host, port == null ? usual.port() : port));
        } catch (InvalidConfigException e) {
            var mistakes = new Mistakes();
            mistakes.addAll("server", e.mistakes());
            throw new InvalidConfigException(mistakes.all());
        }
    }

    /** Before decoding, so that the checks see what will be in force: an unsafe host in the file may be overruled. */
    void applyTo(ObjectNode root) {
        if (host == null && port == null) {
            return;
        }
        if (!root.has("server")) {
            root.putObject("server");
        }
        if (root.get("server") instanceof ObjectNode server) {
            if (host != null) {
                server.put("host", host);
            }
            if (port != null) {
                server.put("port", port);
            }
        }
    }
}
