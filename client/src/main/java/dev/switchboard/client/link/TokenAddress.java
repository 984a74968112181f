package dev.switchboard.client.link;

import java.net.URI;
import java.util.Set;

/** Where a token may go: over {@code ws://} to this machine only, since others could read it on its way. */
public final class TokenAddress {
    private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]");

    private TokenAddress() {}

    /** @throws IllegalArgumentException if it may not, in words */
    public static void check(URI url) {
        if (!("ws".equals(url.getScheme()) || "wss".equals(url.getScheme())) || url.getHost() == null) {
            throw new IllegalArgumentException("%s is no ws:// or wss:// address".formatted(url));
        }
        if ("ws".equals(url.getScheme()) && !THIS_MACHINE.contains(url.getHost())) {
            throw new IllegalArgumentException(
                    "%s is another machine, and others could read the token on its way there".formatted(url.getHost()));
        }
    }
}
