package dev.switchboard.app.approve;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.switchboard.json.Json;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * Asks a running gateway what waits, and tells it the answers. With the JDK's old client, which is loaded in a fraction
 * of the time of its new one.
 */
final class ApprovalClient {
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration READ = Duration.ofSeconds(30);
    private static final int MAX_BYTES = 128 << 20;
    private static final String PATH = "/api/approvals";

    private final URI gateway;
    private final String token;
    private final String tokenSource;

    private record Reply(int status, JsonNode body) {
        String code() {
            return body.path("error").path("code").asString("");
        }

        /** The gateway's own sentence; it may be another server's. */
        String sentence() {
            return Visible.line(body.path("error").path("message").asString("it answered " + status));
        }
    }

    /**
     * @param gateway without a slash at its end
     * @param tokenSource where the token comes from, as a complaint should name it
     */
    ApprovalClient(URI gateway, String token, String tokenSource) {
        this.gateway = gateway;
        this.token = token;
        this.tokenSource = tokenSource;
    }

    /** Oldest first. */
    List<Question> pending() {
        var reply = send("GET", PATH, null);
        if (reply.status() != 200 || !reply.body().path("approvals").isArray()) {
            throw refused(reply);
        }
        return reply.body().path("approvals").valueStream().map(Question::of).toList();
    }

    /** What the gateway said to it. */
    JsonNode answer(String id, boolean approved, @Nullable String reason) {
        var body = Json.mapper().createObjectNode().put("approved", approved);
        if (reason != null) {
            body.put("reason", reason);
        }
        var reply = send("POST", PATH + "/" + URLEncoder.encode(id, UTF_8).replace("+", "%20"), body.toString());
        return switch (reply.status()) {
            case 200 -> reply.body();
            case 400 -> throw new ApproveException(Exit.MISUSED, reply.sentence());
            case 404 ->
                throw new ApproveException(
                        Exit.NOTHING,
                        "there is no approval %s — switchboard approve lists what waits".formatted(Visible.line(id)));
            case 409 -> throw new ApproveException(Exit.NOTHING, tooLate(id, reply));
            default -> throw refused(reply);
        };
    }

    private static String tooLate(String id, Reply reply) {
        var next = reply.code().equals("approval_timeout")
                ? "ask the agent again if it should still be done"
                : "switchboard approve lists what waits";
        return "%s came too late. %s — %s".formatted(Visible.line(id), reply.sentence(), next);
    }

    private ApproveException refused(Reply reply) {
        var sentence =
                switch (reply.status()) {
                    case 401 ->
                        "the gateway at %s does not know the token of %s — name the right folder with --data or a file that holds a token with --token-file"
                                .formatted(gateway, tokenSource);
                    case 403 ->
                        reply.code().equals("missing_scope")
                                ? "the token of %s may not answer — use one that has the scope approval:respond"
                                        .formatted(tokenSource)
                                : "the gateway at %s refuses to talk. %s".formatted(gateway, reply.sentence());
                    case 429, 503 -> "the gateway at %s cannot answer now. %s".formatted(gateway, reply.sentence());
                    default ->
                        "%s answered %d, which is no gateway's answer — check the address after --url"
                                .formatted(gateway, reply.status());
                };
        return new ApproveException(Exit.NOT_LET_IN, sentence);
    }

    private Reply send(String method, String path, @Nullable String body) {
        try {
            var connection = open(method, path);
            try {
                if (body != null) {
                    connection.setDoOutput(true);
                    connection.setRequestProperty("Content-Type", "application/json");
                    try (var out = connection.getOutputStream()) {
                        out.write(body.getBytes(UTF_8));
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
                            .formatted(gateway, e.getMessage()),
                    e);
        }
    }

    private HttpURLConnection open(String method, String path) throws IOException {
        var connection = (HttpURLConnection) URI.create(gateway + path).toURL().openConnection();
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
            return Json.mapper().readTree(stream.readNBytes(MAX_BYTES));
        } catch (JacksonException e) {
            return Json.mapper().missingNode(); // another server's page, or more than any gateway would say
        }
    }
}
