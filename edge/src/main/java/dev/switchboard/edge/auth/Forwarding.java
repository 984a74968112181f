package dev.switchboard.edge.auth;

import dev.switchboard.edge.net.Headers;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The addresses a request says it passed through. Anyone can write these headers, so they never earn trust; they can
 * only take it away.
 */
public final class Forwarding {
    private Forwarding() {}

    /** Whether every address named is this machine; one that cannot be read is not. */
    public static boolean allLoopback(Headers headers) {
        var plain = headers.all("X-Forwarded-For").stream().flatMap(Forwarding::entries);
        var named = headers.all("Forwarded").stream()
                .flatMap(Forwarding::entries)
                .flatMap(entry -> Arrays.stream(entry.split(";", -1)))
                .map(String::strip)
                .filter(pair -> pair.regionMatches(true, 0, "for=", 0, 4))
                .map(pair -> pair.substring(4).strip());
        return Stream.concat(plain, named).allMatch(Forwarding::isLoopback);
    }

    private static Stream<String> entries(String line) {
        return Arrays.stream(line.split(",", -1)).map(String::strip);
    }

    private static boolean isLoopback(String entry) {
        var text = entry.startsWith("\"") && entry.endsWith("\"") && entry.length() > 1
                ? entry.substring(1, entry.length() - 1)
                : entry;
        return address(text).filter(InetAddress::isLoopbackAddress).isPresent();
    }

    /** An address, with or without brackets and a port. */
    private static Optional<InetAddress> address(String text) {
        return Authority.literal(text)
                .or(() -> Authority.parse(text).flatMap(authority -> Authority.literal(authority.host())));
    }
}
