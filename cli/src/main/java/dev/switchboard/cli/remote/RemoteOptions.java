package dev.switchboard.cli.remote;

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
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/**
 * Where the gateway is and what lets us in: options over the environment over what goes without saying. The commands of a
 * command that has these have them too.
 */
public final class RemoteOptions {
    static final String DEFAULT_URL = "http://127.0.0.1:18080";
    static final String TOKEN_VARIABLE = "SWITCHBOARD_TOKEN";

    @Option(
            names = "--url",
            paramLabel = "URL",
            scope = ScopeType.INHERIT,
            description = "the gateway (http://127.0.0.1:18080)")
    @Nullable
    String url;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            scope = ScopeType.INHERIT,
            description = "the gateway's data folder, for its operator.token (SWITCHBOARD_DATA or ~/.switchboard)")
    @Nullable
    String data;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description = "holds a token with the right scope (else SWITCHBOARD_TOKEN is one)")
    @Nullable
    String tokenFile;

    /** False if it is none of these. */
    public boolean set(String name, String value) {
        switch (name) {
            case "--url" -> url = value;
            case "--data" -> data = value;
            case "--token-file" -> tokenFile = value;
            default -> {
                return false;
            }
        }
        return true;
    }

    /** @throws CommandException if there is no such address or no token */
    public RemoteGateway gateway(Map<String, String> environment) {
        var address = address(Objects.requireNonNullElse(url, DEFAULT_URL));
        if (tokenFile != null) {
            return withTokenIn(address, path("--token-file", tokenFile), Exit.MISUSED);
        }
        var variable = environment.getOrDefault(TOKEN_VARIABLE, "");
        if (!variable.isBlank()) {
            return new RemoteGateway(address, checked(variable, TOKEN_VARIABLE), TOKEN_VARIABLE);
        }
        var folder = GatewayFolder.locate(data == null ? null : path("--data", data), environment);
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
