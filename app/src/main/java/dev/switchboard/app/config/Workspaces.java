package dev.switchboard.app.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The agents' workspaces, checked against the data folder, which is known only at the start. */
public final class Workspaces {
    private Workspaces() {}

    /**
     * Keys and tokens lie in the data folder: no tool may reach it, and what a tool writes must not end up in it.
     *
     * @throws InvalidConfigException with every workspace that cannot be used
     */
    public static void check(Config config, Path dataFolder) {
        Path data = real(dataFolder);
        var mistakes = new Mistakes();
        config.agents().forEach((name, agent) -> {
            Path workspace = real(agent.workspace());
            String path = "agents.%s.workspace".formatted(name);
            mistakes.require(
                            !data.startsWith(workspace),
                            path,
                            "%s contains the data folder %s — choose another, like ~/switchboard"
                                    .formatted(workspace, data))
                    .require(
                            !workspace.startsWith(data),
                            path,
                            "%s lies in the data folder %s — choose another, like ~/switchboard"
                                    .formatted(workspace, data))
                    .require(
                            !Files.exists(workspace) || Files.isDirectory(workspace),
                            path,
                            "%s is not a folder — name one, or a place where it can be made".formatted(workspace));
        });
        mistakes.raise();
    }

    /** Without links as far as it exists; the rest is yet to be made. */
    private static Path real(Path path) {
        Path absolute = path.toAbsolutePath().normalize();
        for (Path there = absolute; there != null; there = there.getParent()) {
            try {
                return there.toRealPath().resolve(there.relativize(absolute)).normalize();
            } catch (IOException e) {
                // not there yet: ask its parent
            }
        }
        return absolute;
    }
}
