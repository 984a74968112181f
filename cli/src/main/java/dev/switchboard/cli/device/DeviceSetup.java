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
        var url = url(Setting.of(options.url, "BEAVER_WS_URL", environment));
        var heartbeat = Setting.of(options.heartbeat);
        var timing = heartbeat == null ? Timing.DEFAULT : Timing.DEFAULT.withHeartbeat(heartbeat.duration());
        var givenUp = Setting.of(options.giveUp);
        var giveUp = givenUp == null ? null : givenUp.duration();
        var token = token(options, environment);
        var ca = ca(Setting.of(options.ca), url);
        var name = Setting.of(options.deviceName, "TERMINAL_DEVICE_NAME", environment);
        var givenId = Setting.of(options.peerId, "TERMINAL_PEER_ID", environment);
        var givenData = Setting.of(options.data);
        var data = GatewayFolder.locate(givenData == null ? null : givenData.path(), environment);
        var givenState = Setting.of(options.state);
        var state = givenState == null ? privately(data).resolve("device") : givenState.path();
        try {
            var folder = new DeviceFolder(state);
            var settings = new DeviceSettings(
                    url,
                    givenId == null ? folder.peerId() : givenId.text(),
                    name == null ? HostName.here() : name.text(),
                    token,
                    options.tokenInConnect.isGiven(),
                    ca,
                    timing);
            var approver = new Approver(url, data, options.data.isGiven());
            return new DeviceSetup(settings, folder, state, options.json.isGiven(), giveUp, approver);
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
        var file = Setting.of(options.tokenFile);
        if (file != null) {
            return checked(read(file));
        }
        var variable = Setting.of(TOKEN_VARIABLE, environment);
        if (variable == null && options.tokenInConnect.isGiven()) {
            throw new WrongOptionException(
                    options.tokenInConnect.name(),
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

    private static @Nullable Path ca(@Nullable Setting setting, URI url) {
        if (setting == null) {
            return null;
        }
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
