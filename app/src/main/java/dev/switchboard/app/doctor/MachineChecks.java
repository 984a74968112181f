package dev.switchboard.app.doctor;

import dev.switchboard.app.config.ServerConfig;
import dev.switchboard.app.data.DataFolder;
import dev.switchboard.app.doctor.Finding.Fine;
import dev.switchboard.app.doctor.Finding.Wrong;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;

/** The checks of the machine and its folders. None of them changes anything. */
final class MachineChecks {
    static final int NEEDED_JAVA = 25;
    static final long NEEDED_BYTES = 500L << 20;

    /** JDK 25 appeared then; a clock before that is wrong whatever it says. */
    private static final Instant EARLIEST = Instant.parse("2025-09-16T00:00:00Z");

    private static final Instant LATEST = Instant.parse("2100-01-01T00:00:00Z");

    private MachineChecks() {}

    static Finding jdk(Runtime.Version version) {
        return version.feature() == NEEDED_JAVA
                ? new Fine("%s (%s)".formatted(version, System.getProperty("java.home")))
                : new Wrong("this is Java " + version.feature(), "install a JDK 25 and start with ./switchboard");
    }

    static Finding clock(Instant now) {
        boolean sane = now.isAfter(EARLIEST) && now.isBefore(LATEST);
        return sane
                ? new Fine(now.toString())
                : new Wrong("says " + now, "set it, for example with: timedatectl set-ntp true");
    }

    static Finding dataFolder(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            Path parent = nearestExisting(folder);
            return Files.isDirectory(parent) && Files.isWritable(parent)
                    ? new Fine(folder + ", made at the first start")
                    : new Wrong("cannot be made in " + parent, "choose another with --data or SWITCHBOARD_DATA");
        }
        if (!Files.isDirectory(folder)) {
            return new Wrong(folder + " is a file", "choose a folder with --data or SWITCHBOARD_DATA");
        }
        if (!canWrite(folder)) {
            return new Wrong(folder + " cannot be written to", "give it to this user or choose another with --data");
        }
        return DataFolder.isPrivate(folder)
                ? new Fine(folder.toString())
                : new Wrong(folder + " can be read by others", "run: chmod 700 " + folder);
    }

    static Finding disk(Path folder) throws IOException {
        return disk(Files.getFileStore(nearestExisting(folder)).getUsableSpace());
    }

    static Finding disk(long free) {
        String amount = String.format(Locale.ROOT, "%.1f GB free", free / 1e9);
        return free >= NEEDED_BYTES
                ? new Fine(amount)
                : new Wrong(amount, "free some space, or move the data folder with --data");
    }

    static Finding port(ServerConfig server, Path dataFolder) throws IOException {
        String address = server.host() + ":" + server.port();
        if (server.port() == 0) {
            return new Fine(address + ", the system chooses one");
        }
        var socketAddress = new InetSocketAddress(server.host(), server.port());
        if (socketAddress.isUnresolved()) {
            return new Wrong(server.host() + " is not a name this machine knows", "correct server.host or --host");
        }
        try (var socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(socketAddress);
            return new Fine(address + " is free");
        } catch (BindException e) {
            var holder = DataFolder.holder(dataFolder);
            return holder != null
                    ? new Fine("%s is in use and a gateway is running here, pid %d".formatted(address, holder.pid()))
                    : new Wrong(
                            "cannot listen on %s (%s)".formatted(address, e.getMessage()),
                            "stop what does (ss -ltnp shows it) or choose another with --port");
        }
    }

    private static boolean canWrite(Path folder) {
        try {
            Files.delete(Files.createTempFile(folder, "doctor", null));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static Path nearestExisting(Path path) {
        Path candidate = path.toAbsolutePath();
        while (!Files.exists(candidate) && candidate.getParent() != null) {
            candidate = candidate.getParent();
        }
        return candidate;
    }
}
