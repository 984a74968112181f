package dev.switchboard.cli.device;

import dev.switchboard.cli.remote.GatewayFolder;
import dev.switchboard.client.DeviceFolder;
import dev.switchboard.client.DeviceSettings;
import dev.switchboard.client.Timing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is in force: options over the environment over what goes without saying.
 *
 * @param state the folder, as it is to be shown
 * @param giveUp after so long without a connection; null if nobody said
 */
record DeviceSetup(
        DeviceSettings settings,
        DeviceFolder folder,
        Path state,
        boolean json,
        @Nullable Duration giveUp,
        Approver approver) {
    static final String DEFAULT_URL = "ws://127.0.0.1:18080/api/channels/terminal-dev/ws";
    static final String TOKEN_VARIABLE = "SWITCHBOARD_DEVICE_TOKEN";

    static DeviceSetup of(DeviceOptions options, Map<String, String> environment) {
        var url = url(Setting.of("--url", options.url, "BEAVER_WS_URL", environment));
        var heartbeat = options.heartbeat == null
                ? Timing.DEFAULT.heartbeat()
                : new Setting("--heartbeat", options.heartbeat).duration();
        var giveUp = options.giveUp == null ? null : new Setting("--give-up", options.giveUp).duration();
        var token = token(options, environment);
        var ca = ca(options, url);
        var name = Setting.of("--device-name", options.deviceName, "TERMINAL_DEVICE_NAME", environment);
        var givenId = Setting.of("--peer-id", options.peerId, "TERMINAL_PEER_ID", environment);
        var data = GatewayFolder.locate(
                options.data == null ? null : new Setting("--data", options.data).path(), environment);
        var state = options.state == null
                ? privately(data).resolve("device")
                : new Setting("--state", options.state).path();
        try {
            var folder = new DeviceFolder(state);
            var settings = new DeviceSettings(
                    url,
                    givenId == null ? folder.peerId() : givenId.text(),
                    name == null ? HostName.here() : name.text(),
                    token,
                    options.tokenInConnect,
                    ca,
                    Timing.DEFAULT.withHeartbeat(heartbeat));
            var approver = new Approver(url, data, options.data != null);
            return new DeviceSetup(settings, folder, state, options.json, giveUp, approver);
        } catch (UncheckedIOException e) {
            throw new DeviceException(e.getMessage() + " — make it writable or name another with --state", e);
        } catch (IllegalArgumentException e) { // only the id is left: the address was looked at before
            var source = givenId == null ? state.resolve("peer-id").toString() : givenId.source();
            throw new WrongOptionException(source, e.getMessage() + " — choose another");
        }
    }

    private static URI url(@Nullable Setting given) {
        var setting = Objects.requireNonNullElse(given, new Setting("--url", DEFAULT_URL));
        try {
            var url = new URI(setting.text());
            DeviceSettings.of(url, "any");
            return url;
        } catch (URISyntaxException | IllegalArgumentException e) {
            throw setting.wrong(
                    "\"%s\" is no ws:// or wss:// address — write it like %s".formatted(setting.text(), DEFAULT_URL));
        }
    }

    private static @Nullable String token(DeviceOptions options, Map<String, String> environment) {
        var variable = Setting.of("", null, TOKEN_VARIABLE, environment);
        if (options.tokenFile != null) {
            return checked(read(new Setting("--token-file", options.tokenFile)));
        }
        if (variable == null && options.tokenInConnect) {
            throw new WrongOptionException(
                    "--token-in-connect",
                    "there is no token — name its file with --token-file or set " + TOKEN_VARIABLE);
        }
        return variable == null ? null : checked(variable);
    }

    private static Setting read(Setting file) {
        try {
            return new Setting(file.source(), Files.readString(file.path()));
        } catch (IOException e) {
            throw file.wrong("cannot read %s (%s) — name a file that holds the token"
                    .formatted(file.text(), e.getClass().getSimpleName()));
        }
    }

    /** A token is never shown, not even a wrong one. */
    private static String checked(Setting setting) {
        var token = setting.text().strip();
        if (token.isEmpty() || !token.chars().allMatch(character -> character > ' ' && character < 127)) {
            throw setting.wrong("this is no token — it is one word of letters, digits and signs");
        }
        return token;
    }

    private static @Nullable Path ca(DeviceOptions options, URI url) {
        if (options.ca == null) {
            return null;
        }
        var setting = new Setting("--ca", options.ca);
        if (!"wss".equals(url.getScheme())) {
            throw setting.wrong("only a wss:// address has a certificate — leave it out or correct the address");
        }
        if (!Files.isReadable(setting.path())) {
            throw setting.wrong("cannot read %s — name a file of certificates in PEM".formatted(setting.text()));
        }
        return setting.path();
    }

    /** Readable by this user alone from the beginning: a gateway does not take a folder that others could read. */
    private static Path privately(Path data) {
        try {
            if (!Files.isDirectory(data)) {
                var ownerOnly = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
                Files.createDirectories(data, ownerOnly);
            }
            return data;
        } catch (IOException e) {
            throw new DeviceException(
                    "cannot make the folder %s (%s) — make it writable or name another with --state"
                            .formatted(data, e.getMessage()),
                    e);
        }
    }
}
