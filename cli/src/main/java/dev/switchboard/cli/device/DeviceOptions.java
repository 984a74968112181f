package dev.switchboard.cli.device;

import dev.switchboard.cli.remote.PlainWords;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What {@code connect} was asked for, as it was written; {@link DeviceSetup} makes sense of it. */
public final class DeviceOptions {
    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "the channel (BEAVER_WS_URL or ws://127.0.0.1:18080/api/channels/terminal-dev/ws)")
    @Nullable
    String url;

    @Option(
            names = "--peer-id",
            paramLabel = "ID",
            description = "who this device is (TERMINAL_PEER_ID or one that is made once and kept)")
    @Nullable
    String peerId;

    @Option(
            names = "--device-name",
            paramLabel = "NAME",
            description = "what it is called (TERMINAL_DEVICE_NAME or the name of this machine)")
    @Nullable
    String deviceName;

    @Option(
            names = "--state",
            paramLabel = "DIR",
            description = "where it keeps what is unanswered (device in the data folder)")
    @Nullable
    String state;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "the gateway's data folder, to answer what waits (SWITCHBOARD_DATA or ~/.switchboard)")
    @Nullable
    String data;

    @Option(names = "--heartbeat", paramLabel = "TIME", description = "between two pings (30s)")
    @Nullable
    String heartbeat;

    @Option(names = "--ca", paramLabel = "FILE", description = "certificates to trust with wss://, in PEM")
    @Nullable
    String ca;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "holds the channel's token (else SWITCHBOARD_DEVICE_TOKEN is it)")
    @Nullable
    String tokenFile;

    @Option(names = "--token-in-connect", description = "send the token in the connect frame, not as a header")
    boolean tokenInConnect;

    @Option(names = "--json", description = "on a pipe: one JSON object a reply")
    boolean json;

    @Option(
            names = "--give-up",
            paramLabel = "TIME",
            description = "after so long without a connection (60s on a pipe, never on a terminal)")
    @Nullable
    String giveUp;

    /** Null if it is for the real parser. */
    public static @Nullable DeviceOptions plain(List<String> words) {
        var options = new DeviceOptions();
        return PlainWords.read(words, options::set, options::set) ? options : null;
    }

    private boolean set(String flag) {
        switch (flag) {
            case "--token-in-connect" -> tokenInConnect = true;
            case "--json" -> json = true;
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean set(String name, String value) {
        switch (name) {
            case "--url" -> url = value;
            case "--peer-id" -> peerId = value;
            case "--device-name" -> deviceName = value;
            case "--state" -> state = value;
            case "--data" -> data = value;
            case "--heartbeat" -> heartbeat = value;
            case "--ca" -> ca = value;
            case "--token-file" -> tokenFile = value;
            case "--give-up" -> giveUp = value;
            default -> {
                return false;
            }
        }
        return true;
    }
}
