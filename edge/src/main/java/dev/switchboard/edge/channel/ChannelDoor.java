package dev.switchboard.edge.channel;

import dev.switchboard.core.channel.ChannelSettings;
import dev.switchboard.edge.auth.Authority;
import dev.switchboard.edge.auth.ClientKey;
import dev.switchboard.edge.auth.DoorKeeper;
import dev.switchboard.edge.auth.Doorway;
import dev.switchboard.edge.auth.Forwarding;
import dev.switchboard.edge.auth.Secrets;
import dev.switchboard.edge.auth.TokenGuard;
import dev.switchboard.edge.auth.TokenGuard.Result;
import dev.switchboard.edge.http.Replies;
import dev.switchboard.edge.net.Request;
import dev.switchboard.edge.net.Response;
import org.jspecify.annotations.Nullable;

/**
 * Who may use a channel. One with a token asks for it, in the header or, for those who cannot set one, in the first
 * frame. One without is open to this machine alone: the peer, every address a proxy names and the {@code Host} must be
 * loopback, and no browser may be behind it.
 */
public final class ChannelDoor {
    private static final String BEARER = "Bearer ";

    private final TokenGuard guard;
    private final Doorway doorway;

    public ChannelDoor(TokenGuard guard, Doorway doorway) {
        this.guard = guard;
        this.doorway = doorway;
    }

    /** What the door says before anything is read. */
    public sealed interface Entry {
        record Admitted() implements Entry {}

        /** No header was sent; {@code keeper} judges what comes instead. */
        record ToBeProven(DoorKeeper keeper) implements Entry {}

        record Refused(Response.Full answer) implements Entry {}
    }

    public Entry enter(ChannelSettings channel, Request request) {
        var token = channel.token();
        if (token == null) {
            return isLocal(request)
                    ? new Entry.Admitted()
                    : new Entry.Refused(Replies.unauthorized(
                            "This channel has no token and answers only programs on its own machine. Set one in"
                                    + " channels.%s.config.token.".formatted(channel.channelId())));
        }
        var client = doorway.clientOf(request);
        var authorization = request.headers().all("Authorization");
        if (authorization.isEmpty()) {
            return new Entry.ToBeProven(said -> verdict(client, token, said));
        }
        var said =
                authorization.size() == 1 && authorization.getFirst().regionMatches(true, 0, BEARER, 0, BEARER.length())
                        ? authorization.getFirst().substring(BEARER.length()).strip()
                        : null;
        return switch (check(client, token, said)) {
            case Result.Ok() -> new Entry.Admitted();
            case Result.Wrong() ->
                new Entry.Refused(
                        Replies.unauthorized("This is not the channel's token. It stands in the configuration."));
            case Result.TooMany(var retryAfter) -> new Entry.Refused(Replies.tooManyAttempts(retryAfter));
        };
    }

    private DoorKeeper.Verdict verdict(ClientKey client, String token, @Nullable String said) {
        return switch (check(client, token, said)) {
            case Result.Ok() -> DoorKeeper.Verdict.WELCOME;
            case Result.Wrong() -> DoorKeeper.Verdict.WRONG;
            case Result.TooMany _ -> DoorKeeper.Verdict.TOO_MANY_TRIES;
        };
    }

    private Result check(ClientKey client, String token, @Nullable String said) {
        return guard.check(client, () -> said != null && Secrets.same(said, token));
    }

    private static boolean isLocal(Request request) {
        return request.peer().isLoopback()
                && Authority.of(request).filter(Authority::isLoopback).isPresent()
                && request.headers().all("Origin").isEmpty()
                && Forwarding.allLoopback(request.headers());
    }
}
