package dev.switchboard.edge.board;

import dev.switchboard.core.channel.MessageRules;
import dev.switchboard.core.identity.AccessToken;
import dev.switchboard.core.identity.Scope;
import dev.switchboard.core.identity.TokenStore;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.edge.auth.ClientKey;
import dev.switchboard.edge.auth.Credential;
import dev.switchboard.edge.auth.TokenGuard;
import dev.switchboard.protocol.board.BoardFrames;
import dev.switchboard.protocol.board.FromBoard.Auth;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Who a board is and what it may do: by a token, by the proof of one, or by what came with the upgrade. */
final class Login {
    private static final int MAX_TOKEN = 256;

    /** What became of a {@code connection:auth}. */
    sealed interface Outcome {
        record Welcome(Credential credential, Set<Scope> scopes) implements Outcome {}

        /** The board may try again on this connection: its message was no login at all. */
        record Unclear(String why) implements Outcome {}

        record Refused(String code, String why, @Nullable Duration retryAfter) implements Outcome {}
    }

    private final TokenStore tokens;
    private final TokenGuard guard;
    private final Masking masking;
    private final Clock clock;

    Login(TokenStore tokens, TokenGuard guard, Masking masking, Clock clock) {
        this.tokens = tokens;
        this.guard = guard;
        this.masking = masking;
        this.clock = clock;
    }

    /**
     * @param client whom to count a wrong token against
     * @param challenge what this connection was given; a proof is made over it
     * @param brought the credential that came with the upgrade, if one did
     */
    Outcome judge(Auth auth, ClientKey client, String challenge, @Nullable Credential brought) {
        var complaint = complaint(auth);
        if (complaint.isPresent()) {
            return new Outcome.Unclear(complaint.get());
        }
        if (auth.token() == null && auth.challengeResponse() == null) {
            return brought == null
                    ? failed(client, "auth_failed", "a token or a challenge_response is required")
                    : welcome(auth, brought);
        }
        var found = auth.token() != null ? byToken(auth.token()) : byProof(auth, challenge);
        if (found.isEmpty()) {
            var malformed = auth.token() != null && isMalformed(auth.token());
            return malformed
                    ? failed(client, "invalid_token", "the token is malformed")
                    : failed(client, "auth_failed", "the token is wrong");
        }
        var token = found.get();
        if (!token.isLiveAt(clock.instant())) {
            return failed(
                    client,
                    "invalid_token",
                    token.revokedAt() != null ? "the token was revoked" : "the token has expired");
        }
        return welcome(auth, new Credential(token));
    }

    private Optional<AccessToken> byToken(String secret) {
        return isMalformed(secret) ? Optional.empty() : tokens.find(secret);
    }

    private Optional<AccessToken> byProof(Auth auth, String challenge) {
        return tokens.proven(
                auth.tokenId(), challenge + ":" + auth.deviceId(), String.valueOf(auth.challengeResponse()));
    }

    private static boolean isMalformed(String secret) {
        return secret.isBlank() || secret.length() > MAX_TOKEN || secret.chars().anyMatch(c -> c <= ' ' || c >= 127);
    }

    private Outcome failed(ClientKey client, String code, String why) {
        return guard.check(client, () -> false) instanceof TokenGuard.Result.TooMany(var retryAfter)
                ? new Outcome.Refused("rate_limited", "too many wrong tokens, try again later", retryAfter)
                : new Outcome.Refused(code, why, null);
    }

    private static Outcome welcome(Auth auth, Credential credential) {
        var granted = EnumSet.noneOf(Scope.class);
        var asked = auth.scopes() == null ? List.<@Nullable String>of() : auth.scopes();
        if (asked.contains("*")) {
            granted.addAll(credential.token().scopes());
        }
        for (var name : asked) {
            if (name != null) {
                Scope.named(name).ifPresent(granted::add);
            }
        }
        granted.retainAll(credential.token().scopes());
        if ("node".equals(auth.role())) {
            granted.retainAll(Set.of(Scope.STATUS_READ));
        }
        return new Outcome.Welcome(credential, granted);
    }

    private Optional<String> complaint(Auth auth) {
        var version = auth.protocolVersion();
        if (version != null && !version.equals(BoardFrames.PROTOCOL_VERSION)) {
            return Optional.of("protocol_version %s is not supported, this gateway speaks %s"
                    .formatted(Quoted.shortly(version, masking), BoardFrames.PROTOCOL_VERSION));
        }
        if (!"operator".equals(auth.role()) && !"node".equals(auth.role())) {
            return Optional.of("role must be operator or node");
        }
        if (auth.scopes() == null) {
            return Optional.of("scopes is required: a list of names, or [\"*\"] for all the token has");
        }
        return MessageRules.required("device_id", auth.deviceId());
    }
}
