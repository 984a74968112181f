package dev.switchboard.edge.http;

import dev.switchboard.core.identity.Scope;

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

    /** A live credential with this scope, or the configured scrape token. */
    record NeedsOrScrapeToken(Scope scope) implements Access {}

    /** The handler itself asks who it is, such as a device's first frame. */
    record InBand(String how) implements Access {
        public InBand {
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
