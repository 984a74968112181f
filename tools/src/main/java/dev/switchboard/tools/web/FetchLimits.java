package dev.switchboard.tools.web;

import java.time.Duration;

/**
 * How much of anything a fetch may take.
 *
 * @param connect to resolve a name, connect and agree on keys, for each of the servers on the way
 * @param whole for everything, redirects included
 * @param bodyBytes read of a body, both before and after it is unpacked
 * @param textBytes kept of the text, in UTF-8
 */
public record FetchLimits(Duration connect, Duration whole, int redirects, int bodyBytes, int textBytes) {
    public static final FetchLimits DEFAULT =
            new FetchLimits(Duration.ofSeconds(20), Duration.ofSeconds(30), 5, 10 * 1024 * 1024, 1024 * 1024);
}
