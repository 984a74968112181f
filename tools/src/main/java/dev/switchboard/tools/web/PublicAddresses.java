package dev.switchboard.tools.web;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The public internet and nothing else: a page or a redirect must not lead an agent to its own machine, its neighbours or
 * the metadata of a cloud. Ranges are those of IANA's registries of special addresses.
 */
public final class PublicAddresses implements Addresses {
    private static final List<Range> REFUSED_V4 = List.of(
            Range.of("0.0.0.0/8", "an unspecified address"),
            Range.of("10.0.0.0/8", "a private address"),
            Range.of("100.64.0.0/10", "an address of a provider's inner network"),
            Range.of("127.0.0.0/8", "a loopback address"),
            Range.of("168.63.129.16/32", "an address of a cloud's inner services"),
            Range.of("169.254.0.0/16", "a link-local address"),
            Range.of("172.16.0.0/12", "a private address"),
            Range.of("192.0.0.0/24", "a reserved address"),
            Range.of("192.0.2.0/24", "an address for documentation"),
            Range.of("192.88.99.0/24", "a reserved address"),
            Range.of("192.168.0.0/16", "a private address"),
            Range.of("198.18.0.0/15", "an address for benchmarks"),
            Range.of("198.51.100.0/24", "an address for documentation"),
            Range.of("203.0.113.0/24", "an address for documentation"),
            Range.of("224.0.0.0/4", "a multicast address"),
            Range.of("240.0.0.0/4", "a reserved address"));

    private static final List<Range> REFUSED_V6 = List.of(
            Range.of("::/128", "an unspecified address"),
            Range.of("::1/128", "a loopback address"),
            Range.of("fc00::/7", "a private address"),
            Range.of("fe80::/10", "a link-local address"),
            Range.of("fec0::/10", "a private address"),
            Range.of("ff00::/8", "a multicast address"),
            Range.of("2001:db8::/32", "an address for documentation"),
            Range.of("3fff::/20", "an address for documentation"),
            // Teredo, benchmarks, ORCHID: what of it is reachable at all is no web server.
            Range.of("2001::/23", "a reserved address"));

    private static final Range PUBLIC_V6 = Range.of("2000::/3", "public");

    // Ranges that carry an IPv4 address. The JDK reads a mapped one as IPv4, but one can be made from bytes.
    private static final Range MAPPED =
            new Range(new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, 0, 0, 0, 0}, 96, "mapped");
    private static final Range NAT64 = Range.of("64:ff9b::/96", "translated");
    private static final Range SIX_TO_FOUR = Range.of("2002::/16", "tunnelled");

    @Override
    public Optional<String> refusal(InetAddress address) {
        byte[] bytes = address.getAddress();
        return bytes.length == 4 ? refusalV4(bytes) : refusalV6(bytes);
    }

    private static Optional<String> refusalV4(byte[] bytes) {
        return within(REFUSED_V4, bytes);
    }

    private static Optional<String> refusalV6(byte[] bytes) {
        if (MAPPED.holds(bytes) || NAT64.holds(bytes)) {
            return refusalV4(Arrays.copyOfRange(bytes, 12, 16));
        }
        if (SIX_TO_FOUR.holds(bytes)) {
            return refusalV4(Arrays.copyOfRange(bytes, 2, 6));
        }
        return within(REFUSED_V6, bytes)
                .or(() -> PUBLIC_V6.holds(bytes) ? Optional.empty() : Optional.of("a reserved address"));
    }

    private static Optional<String> within(List<Range> ranges, byte[] bytes) {
        return ranges.stream()
                .filter(range -> range.holds(bytes))
                .map(Range::what)
                .findFirst();
    }

    private record Range(byte[] prefix, int bits, String what) {
        static Range of(String written, String what) {
            String[] halves = written.split("/", 2);
            return new Range(InetAddress.ofLiteral(halves[0]).getAddress(), Integer.parseInt(halves[1]), what);
        }

        boolean holds(byte[] address) {
            if (address.length != prefix.length) {
                return false;
            }
            for (int bit = 0; bit < bits; bit++) {
                int mask = 0x80 >> (bit % 8);
                if ((address[bit / 8] & mask) != (prefix[bit / 8] & mask)) {
                    return false;
                }
            }
            return true;
        }
    }
}
