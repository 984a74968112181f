package dev.switchboard.cli.remote;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.switchboard.cli.console.Visible;
import dev.switchboard.json.Json;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * A running gateway, as a command asks it something. With the JDK's old client, which is loaded in a fraction of the time
 * of its new one.
 */
public final class RemoteGateway {
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration READ = Duration.ofSeconds(30);
    private static final int MAX_BYTES = 128 << 20;

    private final URI url;
    private final String token;
    private final String tokenSource;

    /** What it answered; the body is missing if it was no JSON. */
    public record Reply(int status, JsonNode body) {
        public String code() {
            return body.path("error").path("code").asString("");
        }

        /** The gateway's own sentence; it may be another server's. */
        public String sentence() {
            return Visible.line(body.path("error").path("message").asString("it answered " + status));
        }
    }

    /**
     * @param url without a slash at its end
     * @param tokenSource where the token comes from, as a complaint should name it
     */
    RemoteGateway(URI url, String token, String tokenSource) {
        this.url = url;
        this.token = token;
        this.tokenSource = tokenSource;
    }

    public URI url() {
        return url;
    }

    public String token() {
        return token;
    }

    public String tokenSource() {
        return tokenSource;
    }

    /** One part of a path, so that nothing in it leads elsewhere. */
    public static String segment(String text) {
        return URLEncoder.encode(text, UTF_8).replace("+", "%20");
    }

    /** @throws UnreachableException if nobody answers */
    public Reply send(String method, String path, @Nullable JsonNode body) {
        try {
            if (method.equals("PATCH")) {
                var response = PatchRequest.send(URI.create(url + path), token, String.valueOf(body), CONNECT, READ);
                return new Reply(response.statusCode(), json(response.body()));
            }
            var connection = open(method, path);
            try {
                if (body != null) {
                    connection.setDoOutput(true);
                    connection.setRequestProperty("Content-Type", "application/json");
                    try (var out = connection.getOutputStream()) {
                        out.write(body.toString().getBytes(UTF_8));
                    }
                }
                int status = connection.getResponseCode();
                return new Reply(status, body(connection, status));
            } finally {
                connection.disconnect();
            }
        } catch (IOException e) {
            throw new UnreachableException(
                    "cannot reach the gateway at %s (%s) — start it with switchboard, or name its address with --url"
                            .formatted(url, e.getMessage()),
                    e);
        }
    }

    /**
     * Why it did not let us.
     *
     * @param mayNot what a token without the scope may not do
     * @param scope the one it takes
     */
    public CommandException refused(Reply reply, String mayNot, String scope) {
        var sentence =
                switch (reply.status()) {
                    case 401 -> unknownToken();
                    case 403 ->
                        reply.code().equals("missing_scope")
                                ? missingScope(mayNot, scope)
                                : "the gateway at %s refuses to talk. %s".formatted(url, reply.sentence());
                    case 429, 503 -> "the gateway at %s cannot answer now. %s".formatted(url, reply.sentence());
                    default ->
                        "%s answered %d, which is no gateway's answer — check the address after --url"
                                .formatted(url, reply.status());
                };
        return new CommandException(Exit.NOT_LET_IN, sentence);
    }

    public String unknownToken() {
        return "the gateway at %s does not know the token of %s — name the right folder with --data or a file that holds a token with --token-file"
                .formatted(url, tokenSource);
    }

    public String missingScope(String mayNot, String scope) {
        return "the token of %s may not %s — use one that has the scope %s".formatted(tokenSource, mayNot, scope);
    }

    private HttpURLConnection open(String method, String path) throws IOException {
        var connection = (HttpURLConnection) URI.create(url + path).toURL().openConnection();
        connection.setRequestMethod(method);
        connection.setConnectTimeout((int) CONNECT.toMillis());
        connection.setReadTimeout((int) READ.toMillis());
        // The token goes where we were told, and nowhere else.
        connection.setInstanceFollowRedirects(false);
        connection.setRequestProperty("Authorization", "Bearer " + token);
        connection.setRequestProperty("Accept", "application/json");
        return connection;
    }

    private static JsonNode body(HttpURLConnection connection, int status) throws IOException {
        var stream = status < 400 ? connection.getInputStream() : connection.getErrorStream();
        if (stream == null) {
            return Json.mapper().missingNode();
        }
        try (stream) {
            return json(stream.readNBytes(MAX_BYTES));
        }
    }

    private static JsonNode json(byte[] bytes) {
        try {
            return Json.mapper().readTree(bytes);
        } catch (JacksonException e) {
            return Json.mapper().missingNode(); // another server's page, or more than any gateway would say
        }
    }
}
