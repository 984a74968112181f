package dev.switchboard.terminals;

import com.pty4j.PtyProcess;
import com.pty4j.PtyProcessBuilder;
import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.terminal.TerminalSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Starts the person's shell in a terminal. */
final class Shell {
    private final Map<String, String> environment;
    private final Path libraries;

    /**
     * @param environment of the shell, whole: without any key of ours
     * @param libraries a folder of ours for the native libraries
     */
    Shell(Map<String, String> environment, Path libraries) {
        var complete = new HashMap<>(environment);
        complete.put("TERM", "xterm-256color");
        // Of the terminal that the gateway was started in, if any: a program would believe them before it asks its own.
        complete.remove("LINES");
        complete.remove("COLUMNS");
        complete.put("SHELL", program(environment));
        this.environment = Map.copyOf(complete);
        this.libraries = libraries.toAbsolutePath();
    }

    PtyProcess start(Path folder, TerminalSize size) {
        try {
            placeLibraries();
            return new PtyProcessBuilder(new String[] {environment.get("SHELL")})
                    .setEnvironment(environment)
                    .setDirectory(folder.toString())
                    .setInitialRows(size.rows())
                    .setInitialColumns(size.cols())
                    .start();
        } catch (IOException | RuntimeException | LinkageError e) {
            throw new SwitchboardException(
                    ErrorCode.TERMINAL_UNAVAILABLE, "This system gave no terminal: " + e.getMessage(), e);
        }
    }

    /**
     * pty4j and JNA would unpack their libraries into a new folder of the system's at every start, and tidy up when a JVM
     * ends in a way ours does not. They ask for properties only.
     */
    private void placeLibraries() throws IOException {
        Files.createDirectories(libraries);
        for (var property : List.of("pty4j.tmpdir", "jna.tmpdir")) {
            if (System.getProperty(property) == null) {
                System.setProperty(property, libraries.toString());
            }
        }
    }

    private static String program(Map<String, String> environment) {
        return Stream.of(environment.getOrDefault("SHELL", ""), "/bin/bash")
                .filter(Shell::isShell)
                .findFirst()
                .orElse("/bin/sh");
    }

    /** Users of services often have a program that only says no. */
    private static boolean isShell(String program) {
        return program.startsWith("/")
                && !program.endsWith("/nologin")
                && !program.endsWith("/false")
                && Files.isExecutable(Path.of(program));
    }
}
