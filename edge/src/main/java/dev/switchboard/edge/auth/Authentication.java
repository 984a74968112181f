package dev.switchboard.edge.auth;

import java.time.Duration;

/** What a request's credentials came to. */
public sealed interface Authentication {

    record Known(Credential credential) implements Authentication {}

    /** The configured secret of a metrics scraper, which is no token and has no scopes. */
    record Scraper() implements Authentication {}

    record Missing() implements Authentication {}

    record Wrong() implements Authentication {}

    /** A cookie whose session is over, or never was; the browser should forget it. */
    record Stale() implements Authentication {}

    /** A live cookie without its session's value: another page on this machine may have caused this. */
    record Unproven() implements Authentication {}

    record TooMany(Duration retryAfter) implements Authentication {}
}
