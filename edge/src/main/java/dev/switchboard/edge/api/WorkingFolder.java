package dev.switchboard.edge.api;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** The folder somebody wishes a session to work in: one of its agent's workspace, links followed. */
final class WorkingFolder {
    private WorkingFolder() {}

    /** @param wished absolute, or from the workspace on */
    static String inside(Path workspace, String wished) {
        Path folder;
        Path root;
        try {
            root = workspace.toRealPath();
            folder = root.resolve(wished).toRealPath();
        } catch (IOException | InvalidPathException e) {
            throw new SwitchboardException(
                    ErrorCode.INVALID,
                    "working_dir: there is no such folder in the agent's workspace. Make it first.",
                    e);
        }
        if (!folder.startsWith(root) || !Files.isDirectory(folder)) {
            throw new SwitchboardException(
                    ErrorCode.INVALID, "working_dir must be a folder of the agent's workspace, " + root + ".");
        }
        return folder.toString();
    }
}
