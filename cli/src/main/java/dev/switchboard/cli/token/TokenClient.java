package dev.switchboard.cli.token;

import dev.switchboard.cli.console.Visible;
import dev.switchboard.cli.remote.CommandException;
import dev.switchboard.cli.remote.Exit;
import dev.switchboard.cli.remote.RemoteGateway;
import dev.switchboard.cli.remote.RemoteGateway.Reply;
import dev.switchboard.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Asks a running gateway for its tokens, to make one, to rotate one and to revoke one. */
final class TokenClient {
    private static final String PATH = "/api/tokens";
    /** A server that always has one more page is no gateway. */
    private static final int MOST_PAGES = 1_000;

    private final RemoteGateway gateway;

    /** A new token and its secret, which the gateway tells once. */
    record Made(Token token, String secret, JsonNode json) {
        /** Without the secret. */
        @Override
        public String toString() {
            return "made " + token.id();
        }
    }

    TokenClient(RemoteGateway gateway) {
        this.gateway = gateway;
    }

    RemoteGateway gateway() {
        return gateway;
    }

    /** All of them, page by page; those that are not revoked first, the newest first. */
    List<Token> list() {
        var all = new ArrayList<Token>();
        var page = "";
        for (int pages = 0; pages < MOST_PAGES; pages++) {
            var reply = gateway.send("GET", PATH + page, null);
            if (reply.status() != 200 || !reply.body().path("tokens").isArray()) {
                throw refused(reply);
            }
            reply.body().path("tokens").valueStream().map(Token::of).forEach(all::add);
            var next = reply.body().path("next").asString("");
            if (next.isEmpty()) {
                break;
            }
            page = "?after=" + RemoteGateway.segment(next);
        }
        all.sort(Comparator.comparing(Token::revoked));
        return all;
    }

    Made create(String name, List<String> scopes, @Nullable Instant expiresAt) {
        var body = Json.mapper().createObjectNode().put("name", name);
        scopes.forEach(body.putArray("scopes")::add);
        if (expiresAt != null) {
            body.put("expires_at", expiresAt.toString());
        }
        var reply = gateway.send("POST", PATH, body);
        if (reply.status() == 400) {
            throw CommandException.misused(reply.sentence());
        }
        return made(reply);
    }

    /** The old secret is dead when this returns. */
    Made rotate(String id) {
        var reply = gateway.send("POST", PATH + "/" + RemoteGateway.segment(id) + "/rotate", null);
        if (reply.status() == 404) {
            throw unknown(id);
        }
        if (reply.code().equals("beyond_own")) {
            throw new CommandException(
                    Exit.NOT_LET_IN,
                    "the token of %s cannot rotate it. %s".formatted(gateway.tokenSource(), reply.sentence()));
        }
        return made(reply);
    }

    private Made made(Reply reply) {
        var secret = reply.body().path("secret");
        if (reply.status() != 201 || !secret.isString()) {
            throw refused(reply);
        }
        return new Made(Token.of(reply.body().path("token")), secret.stringValue(), reply.body());
    }

    void revoke(String id) {
        var reply = gateway.send("DELETE", PATH + "/" + RemoteGateway.segment(id), null);
        switch (reply.status()) {
            case 204 -> {}
            case 404 -> throw unknown(id);
            case 409 -> throw new CommandException(Exit.NOT_DONE, reply.sentence());
            default -> throw refused(reply);
        }
    }

    private static CommandException unknown(String id) {
        return new CommandException(
                Exit.NOT_DONE,
                "there is no live token %s — switchboard token list shows them".formatted(Visible.line(id)));
    }

    private CommandException refused(Reply reply) {
        return gateway.refused(reply, "manage tokens", "admin");
    }
}
