package dev.switchboard.cli.device;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** What this machine is called. */
final class HostName {
    private HostName() {}

    static @Nullable String here() {
        try {
            // Where there is such a file it is quicker than Java, which asks a name server.
            var name = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
            if (!name.isEmpty()) {
                return name;
            }
        } catch (IOException _) {
            // Another system than Linux.
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return null;
        }
    }
}
