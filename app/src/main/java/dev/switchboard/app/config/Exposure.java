package dev.switchboard.app.config;

import java.net.InetAddress;
import java.util.Optional;

/** Whether a listening address can be reached by anyone but this machine, told from its spelling alone. */
public final class Exposure {
    private Exposure() {}

    /** Why the gateway will not listen there, or nothing if it may. */
    public static Optional<String> refusal(String host, boolean tls, boolean behindProxy) {
        if (tls || behindProxy || isLoopback(host)) {
            return Optional.empty();
        }
        return Optional.of(("\"%s\" can be reached from other machines and tokens would cross the network in the clear"
                        + " — set server.tls, or server.behindProxy if a proxy in front does the encryption,"
                        + " or use 127.0.0.1")
                .formatted(host));
    }

    /** A name other than {@code localhost} counts as reachable: what it resolves to may change after the check. */
    public static boolean isLoopback(String host) {
        return host.equalsIgnoreCase("localhost")
                || address(host).filter(InetAddress::isLoopbackAddress).isPresent();
    }

    /** Whether this means all addresses of this machine, which is where one listens and nobody's name. */
    static boolean isEveryAddress(String host) {
        return address(host).filter(InetAddress::isAnyLocalAddress).isPresent();
    }

    private static Optional<InetAddress> address(String host) {
        String bare = host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
        try {
            return Optional.of(InetAddress.ofLiteral(bare));
        } catch (IllegalArgumentException notAnAddress) {
            return Optional.empty();
        }
    }
}
