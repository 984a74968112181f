package dev.switchboard.cli.device;

import dev.switchboard.cli.option.Flag;
import dev.switchboard.cli.option.Options;
import dev.switchboard.cli.option.Text;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What {@code connect} was asked for, as it was written; {@link DeviceSetup} makes sense of it. */
public final class DeviceOptions {
    private final Options all = new Options();

    final Text url = all.text(
            "--url", "URL", "the channel (BEAVER_WS_URL or ws://127.0.0.1:18080/api/channels/terminal-dev/ws)");

    final Text peerId =
            all.text("--peer-id", "ID", "who this device is (TERMINAL_PEER_ID or one that is made once and kept)");

    final Text deviceName =
            all.text("--device-name", "NAME", "what it is called (TERMINAL_DEVICE_NAME or the name of this machine)");

    final Text state = all.text("--state", "DIR", "where it keeps what is unanswered (device in the data folder)");

    final Text data = all.text(
            "--data", "DIR", "the gateway's data folder, to answer what waits (SWITCHBOARD_DATA or ~/.switchboard)");

    final Text heartbeat = all.text("--heartbeat", "TIME", "between two pings (30s)");

    final Text ca = all.text("--ca", "FILE", "certificates to trust with wss://, in PEM");

    final Text tokenFile =
            all.text("--token-file", "FILE", "holds the channel's token (else SWITCHBOARD_DEVICE_TOKEN is it)");

    final Flag tokenInConnect = all.flag("--token-in-connect", "send the token in the connect frame, not as a header");

    final Flag json = all.flag("--json", "on a pipe: one JSON object a reply");

    final Text giveUp =
            all.text("--give-up", "TIME", "after so long without a connection (60s on a pipe, never on a terminal)");

    /** Null if it is for the real parser. */
    public static @Nullable DeviceOptions plain(List<String> words) {
        var options = new DeviceOptions();
        return options.all.read(words) ? options : null;
    }

    public Options all() {
        return all;
    }
}
