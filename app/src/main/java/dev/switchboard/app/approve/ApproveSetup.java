package dev.switchboard.app.approve;

import dev.switchboard.app.config.UserPaths;
import dev.switchboard.app.data.DataFolder;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Finds the gateway and the token: options over the environment over what goes without saying. */
final class ApproveSetup {
    static final String DEFAULT_URL = "http://127.0.0.1:18080";
    static final String TOKEN_VARIABLE = "SWITCHBOARD_TOKEN";

    private final ApproveOptions options;
    private final Map<String, String> environment;

    ApproveSetup(ApproveOptions options, Map<String, String> environment) {
        this.options = options;
        this.environment = environment;
    }

    ApprovalClient client() {
        var url = url(Objects.requireNonNullElse(options.url, DEFAULT_URL));
        if (options.tokenFile != null) {
            return withTokenIn(url, path("--token-file", options.tokenFile), Exit.MISUSED);
        }
        var variable = environment.getOrDefault(TOKEN_VARIABLE, "");
        if (!variable.isBlank()) {
            return new ApprovalClient(url, checked(variable, TOKEN_VARIABLE), TOKEN_VARIABLE);
        }
        var data = DataFolder.locate(options.data == null ? null : path("--data", options.data), environment);
        return withTokenIn(url, data.resolve("operator.token"), Exit.NOT_LET_IN);
    }

    private static ApprovalClient withTokenIn(URI url, Path file, int exitCode) {
        try {
            return new ApprovalClient(url, checked(Files.readString(file), file.toString()), file.toString());
        } catch (IOException e) {
            throw new ApproveException(
                    exitCode,
                    "cannot read the token in %s (%s) — name the gateway's data folder with --data, or a file that holds a token with --token-file"
                            .formatted(file, e.getClass().getSimpleName()),
                    e);
        }
    }

    private static URI url(String text) {
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

    private static Path path(String option, String text) {
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

    private static ApproveException wrong(String source, String sentence, @Nullable Object... values) {
        return new ApproveException(Exit.MISUSED, source + ": " + sentence.formatted(values));
    }
}
