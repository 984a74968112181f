package dev.switchboard.cli.token;

import dev.switchboard.cli.console.Streams;
import dev.switchboard.cli.console.Visible;
import dev.switchboard.cli.remote.Exit;
import dev.switchboard.cli.remote.RemoteGateway;
import dev.switchboard.cli.token.TokenClient.Made;
import dev.switchboard.json.Json;
import java.time.Clock;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code switchboard token}: each method is one of its commands and returns its exit code. A secret is all that goes to
 * stdout when one is made, so that it can be piped into a file; everything said about it goes to stderr.
 */
public final class TokenProcess {
    /** What a board or a script needs that submits tasks and looks at them. */
    public static final String DEFAULT_SCOPES = "task:read,task:write";

    private final TokenClient client;
    private final Clock clock;
    private final Streams streams;
    private final boolean json;

    public TokenProcess(RemoteGateway gateway, Clock clock, Streams streams, boolean json) {
        this.client = new TokenClient(gateway);
        this.clock = clock;
        this.streams = streams;
        this.json = json;
    }

    /**
     * @param scopes with commas between them
     * @param expires as {@link Expiry} reads it; null if it is to live as long as its maker
     */
    public int create(String name, String scopes, @Nullable String expires) {
        var asked = Arrays.stream(scopes.split(","))
                .map(String::strip)
                .filter(scope -> !scope.isEmpty())
                .toList();
        var made = client.create(name, asked, expires == null ? null : Expiry.parse(expires, clock.instant()));
        show(made);
        var left = missing(asked, made.token().scopes());
        if (!left.isEmpty()) {
            say("It did not get %s: the token of %s cannot give what it does not have."
                    .formatted(String.join(", ", left), client.gateway().tokenSource()));
        }
        return Exit.DONE;
    }

    /** @param all also those that are revoked or have expired */
    public int list(boolean all) {
        var tokens = client.list().stream()
                .filter(token -> all || token.isLiveAt(clock.instant()))
                .toList();
        if (json) {
            tokens.forEach(token -> streams.out().println(token.json()));
        } else {
            TokenTable.lines(tokens, clock.instant()).forEach(streams.out()::println);
            if (streams.terminalOut() && tokens.stream().anyMatch(Token::own)) {
                say("* is the one this was asked with.");
            }
        }
        return Exit.DONE;
    }

    public int revoke(String id) {
        boolean own = client.list().stream()
                .anyMatch(token -> token.own() && token.id().equals(id));
        client.revoke(id);
        if (json) {
            streams.out()
                    .println(
                            Json.mapper().createObjectNode().put("token_id", id).put("revoked", true));
        } else {
            streams.out().println("Revoked: " + Visible.line(id));
        }
        if (own) {
            say("That was the token of %s: put another there."
                    .formatted(client.gateway().tokenSource()));
        }
        return Exit.DONE;
    }

    /** In one step: the old secret is dead, the new one is printed, and what the old one made belongs to the new. */
    public int rotate(String id) {
        boolean own = client.list().stream()
                .anyMatch(token -> token.own() && token.id().equals(id));
        show(client.rotate(id));
        say("Revoked: " + Visible.line(id));
        if (own) {
            say("That was the token of %s: put the new one there."
                    .formatted(client.gateway().tokenSource()));
        }
        return Exit.DONE;
    }

    private void show(Made made) {
        var token = made.token();
        if (json) {
            streams.out().println(made.json());
        } else {
            say("Token %s with %s, %s. Its secret is shown this once:"
                    .formatted(
                            token.named(),
                            Visible.line(String.join(", ", token.scopes())),
                            token.expiresAt() == null ? "without an end" : "until " + token.expiresAt()));
            streams.out().println(made.secret());
        }
        streams.out().flush();
    }

    private static List<String> missing(List<String> asked, List<String> granted) {
        var left = new HashSet<>(asked);
        granted.forEach(left::remove);
        return left.stream().sorted().toList();
    }

    private void say(String sentence) {
        streams.err().println(sentence);
    }
}
