package dev.switchboard.cli.remote;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.switchboard.cli.option.UserPaths;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What others than its gateway may know of a data folder: where it is, who has it, and which file lets its user in. */
public final class GatewayFolder {
    /** Held by the gateway that has the folder; says who that is. */
    public static final String LOCK = "lock";

    public static final String OPERATOR_TOKEN = "operator.token";

    /** Of a lock file, which holds a number and an address. */
    private static final int LOCK_BYTES = 1_024;

    private GatewayFolder() {}

    /** What {@code --data} says, else {@code SWITCHBOARD_DATA}, else {@code ~/.switchboard}. */
    public static Path locate(@Nullable Path option, Map<String, String> environment) {
        if (option != null) {
            return option.toAbsolutePath().normalize();
        }
        String variable = environment.getOrDefault("SWITCHBOARD_DATA", "");
        return UserPaths.expand(variable.isBlank() ? "~/.switchboard" : variable)
                .toAbsolutePath()
                .normalize();
    }

    /**
     * The gateway that has the folder, or null if none has. Not for that gateway's own process: POSIX drops all of a
     * process's locks on a file when any descriptor of it is closed.
     */
    public static @Nullable Holder holder(Path folder) throws IOException {
        Path file = folder.resolve(LOCK);
        if (!Files.exists(file)) {
            return null;
        }
        try (var channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            return lock == null ? holder(channel) : null;
        }
    }

    /** As an open lock file names it. */
    public static Holder holder(FileChannel lock) throws IOException {
        var buffer = ByteBuffer.allocate(LOCK_BYTES);
        lock.read(buffer, 0);
        return Holder.read(UTF_8.decode(buffer.flip()).toString());
    }
}
