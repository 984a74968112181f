package dev.switchboard.cli.remote;

import dev.switchboard.cli.option.Options;
import dev.switchboard.cli.option.Text;
import dev.switchboard.cli.option.UserPaths;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Where the gateway is and what lets us in: options over the environment over what goes without saying. */
public final class RemoteOptions {
    static final String DEFAULT_URL = "http://127.0.0.1:18080";
    static final String TOKEN_VARIABLE = "SWITCHBOARD_TOKEN";

    private final Options all = new Options();

    private final Text url = all.text("--url", "URL", "the gateway (http://127.0.0.1:18080)");

    private final Text data = all.text(
            "--data", "DIR", "the gateway's data folder, for its operator.token (SWITCHBOARD_DATA or ~/.switchboard)");

    private final Text tokenFile =
            all.text("--token-file", "FILE", "holds a token with the right scope (else SWITCHBOARD_TOKEN is one)");

    /** As if these had been written. */
    public static RemoteOptions of(URI url, Path data) {
        var options = new RemoteOptions();
        options.url.set(url.toString());
        options.data.set(data.toString());
        return options;
    }

    public Options all() {
        return all;
    }

    /** @throws CommandException if there is no such address or no token */
    public RemoteGateway gateway(Map<String, String> environment) {
        var address = address(Objects.requireNonNullElse(url.text(), DEFAULT_URL));
        var file = tokenFile.text();
        if (file != null) {
            return withTokenIn(address, path(tokenFile.name(), file), Exit.MISUSED);
        }
        var variable = environment.getOrDefault(TOKEN_VARIABLE, "");
        if (!variable.isBlank()) {
            return new RemoteGateway(address, checked(variable, TOKEN_VARIABLE), TOKEN_VARIABLE);
        }
        var given = data.text();
        var folder = GatewayFolder.locate(given == null ? null : path(data.name(), given), environment);
        return withTokenIn(address, folder.resolve(GatewayFolder.OPERATOR_TOKEN), Exit.NOT_LET_IN);
    }

    private static RemoteGateway withTokenIn(URI address, Path file, int exitCode) {
        try {
            return new RemoteGateway(address, checked(Files.readString(file), file.toString()), file.toString());
        } catch (IOException e) {
            throw new CommandException(
                    exitCode,
                    "cannot read the token in %s (%s) — name the gateway's data folder with --data, or a file that holds a token with --token-file"
                            .formatted(file, e.getClass().getSimpleName()),
                    e);
        }
    }

    private static URI address(String text) {
        try {
            var url = new URI(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
            boolean web = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
            if (web && url.getHost() != null && isBare(url)) {
                return url;
            }
            throw wrong("--url", "\"%s\" is no http:// or https:// address — write it like %s", text, DEFAULT_URL);
        } catch (URISyntaxException e) {
            throw wrong("--url", "\"%s\" is no address — write it like %s", text, DEFAULT_URL);
        }
    }

    private static boolean isBare(URI url) {
        return url.getRawUserInfo() == null && url.getRawQuery() == null && url.getRawFragment() == null;
    }

    /**
     * A path as a person writes it.
     *
     * @throws CommandException if it is none
     */
    public static Path path(String option, String text) {
        try {
            return UserPaths.expand(text).toAbsolutePath().normalize();
        } catch (InvalidPathException e) {
            throw wrong(option, "\"%s\" is no path (%s) — name another", text, e.getReason());
        }
    }

    /** A token is never shown, not even a wrong one. */
    private static String checked(String text, String source) {
        var token = text.strip();
        if (token.isEmpty() || !token.chars().allMatch(character -> character > ' ' && character < 127)) {
            throw wrong(source, "this is no token — it is one word of letters, digits and signs");
        }
        return token;
    }

    private static CommandException wrong(String source, String sentence, @Nullable Object... values) {
        return CommandException.misused(source + ": " + sentence.formatted(values));
    }
}
