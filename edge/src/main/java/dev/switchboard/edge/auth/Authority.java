package dev.switchboard.edge.auth;

import dev.switchboard.edge.net.Request;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A host and a port, as a {@code Host} header or the middle of a URL names them.
 *
 * @param host lower case, without a final dot; an IPv6 literal without its brackets
 * @param port -1 when none was given
 */
public record Authority(String host, int port) {
    private static final Pattern NAME = Pattern.compile("([A-Za-z0-9._-]{1,253})(?::([0-9]{1,5}))?");
    private static final Pattern IPV6 = Pattern.compile("\\[([0-9A-Fa-f:.]{2,45})](?::([0-9]{1,5}))?");
    private static final Pattern IPV4 = Pattern.compile("(?:(?:0|[1-9][0-9]{0,2})(?:\\.(?!$)|$)){4}");

    /** Strict: anything that two programs might read differently is nothing at all. */
    public static Optional<Authority> parse(String text) {
        var name = NAME.matcher(text);
        if (name.matches()) {
            return withPort(undotted(name.group(1)), name.group(2));
        }
        var ipv6 = IPV6.matcher(text);
        if (ipv6.matches()) {
            return literal(ipv6.group(1)).flatMap(address -> withPort(written(address), ipv6.group(2)));
        }
        return Optional.empty();
    }

    /** The one {@code Host} of a request; empty if there is none, more than one, or one that is no host. */
    public static Optional<Authority> of(Request request) {
        var hosts = request.headers().all("Host");
        return hosts.size() == 1 ? parse(hosts.getFirst()) : Optional.empty();
    }

    /** Whether no name server can make this name anything but this machine. */
    public boolean isLoopback() {
        if (host.equals("localhost")) {
            return true;
        }
        var isAddress = host.contains(":") || IPV4.matcher(host).matches();
        return isAddress && literal(host).filter(InetAddress::isLoopbackAddress).isPresent();
    }

    /** The port, or the one that goes without saying. */
    public int portFor(boolean secure) {
        return port != -1 ? port : secure ? 443 : 80;
    }

    /** As it stands in a URL or an {@code Origin}: a default port is left out. */
    String inUrl(boolean secure) {
        var name = host.contains(":") ? "[" + host + "]" : host;
        return portFor(secure) == (secure ? 443 : 80) ? name : name + ":" + port;
    }

    /** Never asks a name server. */
    static Optional<InetAddress> literal(String text) {
        try {
            return Optional.of(InetAddress.ofLiteral(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Optional<Authority> withPort(String host, @Nullable String port) {
        if (host.isEmpty()) {
            return Optional.empty();
        }
        var number = port == null ? -1 : Integer.parseInt(port);
        return number > 65_535 ? Optional.empty() : Optional.of(new Authority(host, number));
    }

    // One way to write each address. Java's own is long but always the same; the one people meet is kept short.
    private static String written(InetAddress address) {
        return address instanceof Inet6Address && address.isLoopbackAddress() ? "::1" : address.getHostAddress();
    }

    private static String undotted(String name) {
        var lower = name.toLowerCase(Locale.ROOT);
        return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
    }
}
