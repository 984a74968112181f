package dev.switchboard.edge.http;

import dev.switchboard.core.identity.Scope;
import dev.switchboard.edge.net.Response;
import java.util.List;
import java.util.Optional;

/** Who may use a route. Every route says one of these. */
public sealed interface Access {

    /** Anyone who passed the gates. */
    record Open(String why) implements Access {
        public Open {
            mustSay(why);
        }
    }

    /** A live credential with this scope. */
    record Needs(Scope scope) implements Access {}

    /** A live credential with one of these scopes; which of them it takes, the handler knows when it has looked. */
    record NeedsOneOf(List<Scope> scopes) implements Access {
        public NeedsOneOf {
            scopes = List.copyOf(scopes);
            if (scopes.isEmpty()) {
                throw new IllegalArgumentException("a route without a scope says why");
            }
        }
    }

    /** A live credential with this scope, or the configured scrape token. */
    record NeedsOrScrapeToken(Scope scope) implements Access {}

    /**
     * The handler itself asks who it is, such as a device's first frame.
     *
     * @param door what can be said of a call before its body has come
     */
    record InBand(String how, Door door) implements Access {
        public InBand {
            mustSay(how);
        }

        /** For those that take no long body. */
        public InBand(String how) {
            this(how, call -> Optional.of(Replies.bodyTooLarge()));
        }
    }

    /** Asked before a long body is read. */
    interface Door {
        /** The answer for whoever may not send one. */
        Optional<Response.Full> refuse(Call call);
    }

    /** A live credential if one is sent, and a wrong one is refused; without one the handler itself asks who it is. */
    record OwnOrInBand(String how) implements Access {
        public OwnOrInBand {
            mustSay(how);
        }
    }

    /** Any live credential, for what concerns only itself. */
    record Own() implements Access {}

    private static void mustSay(String reason) {
        if (reason.isBlank()) {
            throw new IllegalArgumentException("a route without a scope says why");
        }
    }
}
