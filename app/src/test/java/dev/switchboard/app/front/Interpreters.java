package dev.switchboard.app.front;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Python and Node with a WebSocket library each, for clients that are not Java. */
final class Interpreters {
    /** Debian's own, because that is the one its python3-websockets is for. */
    static final String PYTHON = "/usr/bin/python3";

    static final String NODE = "node";

    private Interpreters() {}

    static void needPythonsWebsockets(Path folder) throws IOException, InterruptedException {
        try (var python = Child.start(folder, PYTHON, "-c", "import websockets")) {
            assertThat(python.exitCode())
                    .as("Python's websockets are missing — on Debian: sudo apt-get install python3-websockets")
                    .isZero();
        }
    }

    /** Scripts in this folder, or run in it, find {@code ws}. */
    static void installNodesWs(Path folder) throws IOException, InterruptedException {
        Files.writeString(folder.resolve("package.json"), "{\"private\":true}");
        try (var npm =
                Child.start(folder, "npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "ws@8.18.0")) {
            assertThat(npm.exitCode())
                    .as("npm could not install ws — it needs the network, or ws 8.18.0 in its cache: %s", npm.output())
                    .isZero();
        }
    }
}
