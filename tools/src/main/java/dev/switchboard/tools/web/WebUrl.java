package dev.switchboard.tools.web;

import dev.switchboard.json.text.Shortened;
import java.net.IDN;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An address of the web, taken apart in one way only: what is checked is what is connected to and what is asked for.
 *
 * @param host a name in lower case without a dot at its end, or an address without brackets
 * @param target path and query, as they go on the wire
 */
record WebUrl(boolean secure, String host, int port, String target) {
    private static final int MOST_CHARACTERS = 8_000;
    private static final Pattern PARTS = Pattern.compile("(?i)(https?)://([^/?#\\\\]*)([/?][^#]*)?(#.*)?");
    private static final Pattern AUTHORITY = Pattern.compile("(\\[[0-9a-fA-F:.]+]|[^:\\[\\]]+)(?::([0-9]{0,5}))?");
    private static final Pattern NAME = Pattern.compile("[a-z0-9_-]{1,63}(\\.[a-z0-9_-]{1,63})*");
    private static final Pattern ENDS_IN_A_NUMBER = Pattern.compile("(.*\\.)?([0-9]+|0x[0-9a-f]*)");
    private static final Pattern FOUR_NUMBERS = Pattern.compile("(0|[1-9][0-9]{0,2})(\\.(0|[1-9][0-9]{0,2})){3}");
    private static final Pattern ANY_SCHEME = Pattern.compile("(?i)[a-z][a-z0-9+.-]*:.*");

    static WebUrl parse(String text) throws FetchFailed {
        String url = text.strip();
        if (url.length() > MOST_CHARACTERS) {
            throw new FetchFailed("the url has more than %,d characters".formatted(MOST_CHARACTERS));
        }
        if (url.chars().anyMatch(Character::isISOControl)) {
            throw new FetchFailed("the url has a line break or another control character in it");
        }
        var parts = PARTS.matcher(url);
        if (!parts.matches()) {
            throw new FetchFailed("the url must begin with http:// or https:// and name a host");
        }
        boolean secure = parts.group(1).equalsIgnoreCase("https");
        if (parts.group(2).contains("@")) {
            throw new FetchFailed(
                    "a url with a user name or password in it is not fetched: leave out what is before @");
        }
        var authority = AUTHORITY.matcher(parts.group(2));
        if (!authority.matches()) {
            throw new FetchFailed("the url has no host that can be read: " + shortened(parts.group(2)));
        }
        return new WebUrl(secure, host(authority.group(1)), port(authority.group(2), secure), target(parts.group(3)));
    }

    /** Where a redirect leads. */
    WebUrl resolve(String location) throws FetchFailed {
        if (ANY_SCHEME.matcher(location).matches()) {
            return parse(location);
        }
        if (location.startsWith("//")) {
            return parse((secure ? "https:" : "http:") + location);
        }
        String path = target.replaceFirst("\\?.*", "");
        String start =
                switch (location.isEmpty() ? '#' : location.charAt(0)) {
                    case '/' -> "";
                    case '?', '#' -> path;
                    default -> path.substring(0, path.lastIndexOf('/') + 1);
                };
        return parse(origin() + start + location);
    }

    /** The address, if the host is one. */
    Optional<InetAddress> literal() {
        return isLiteral() ? Optional.of(InetAddress.ofLiteral(host)) : Optional.empty();
    }

    boolean isLiteral() {
        return host.contains(":") || FOUR_NUMBERS.matcher(host).matches();
    }

    /** The host and, where it is not the usual one, the port: as a request names them. */
    String authority() {
        String name = host.contains(":") ? "[" + host + "]" : host;
        return port == usualPort(secure) ? name : name + ":" + port;
    }

    @Override
    public String toString() {
        return origin() + target;
    }

    private String origin() {
        return (secure ? "https://" : "http://") + authority();
    }

    private static String host(String written) throws FetchFailed {
        if (written.startsWith("[")) {
            String address = written.substring(1, written.length() - 1);
            try {
                return Inet6Address.ofLiteral(address).getHostAddress();
            } catch (IllegalArgumentException e) {
                throw new FetchFailed("the url has no host that can be read: " + shortened(written));
            }
        }
        String name;
        try {
            name = IDN.toASCII(written, IDN.ALLOW_UNASSIGNED).toLowerCase(Locale.ROOT);
        } catch (IllegalArgumentException e) {
            throw new FetchFailed("the url has no host that can be read: " + shortened(written));
        }
        if (name.endsWith(".")) {
            name = name.substring(0, name.length() - 1);
        }
        if (name.length() > 253 || !NAME.matcher(name).matches()) {
            throw new FetchFailed("the url has no host that can be read: " + shortened(written));
        }
        // Octal, hexadecimal and shortened addresses mean different hosts to different programs.
        if (ENDS_IN_A_NUMBER.matcher(name).matches() && !isFourNumbers(name)) {
            throw new FetchFailed("%s is not how an address is written here: write four decimal numbers"
                    .formatted(shortened(written)));
        }
        return name;
    }

    private static boolean isFourNumbers(String name) {
        if (!FOUR_NUMBERS.matcher(name).matches()) {
            return false;
        }
        try {
            Inet4Address.ofLiteral(name);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static int port(@Nullable String written, boolean secure) throws FetchFailed {
        if (written == null || written.isEmpty()) {
            return usualPort(secure);
        }
        int port = Integer.parseInt(written);
        if (port < 1 || port > 65_535) {
            throw new FetchFailed("the url has port %s: there are 1 to 65535".formatted(written));
        }
        return port;
    }

    private static int usualPort(boolean secure) {
        return secure ? 443 : 80;
    }

    private static String target(@Nullable String written) {
        if (written == null) {
            return "/";
        }
        URI uri = URI.create("http://host" + (written.startsWith("?") ? "/" : "") + escaped(written))
                .normalize();
        return uri.getRawPath() + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
    }

    /** Whatever may not stand in a request, as percent and number; what is escaped already stays. */
    private static String escaped(String target) {
        var out = new StringBuilder();
        byte[] bytes = target.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < bytes.length; i++) {
            char c = (char) (bytes[i] & 0xff);
            boolean plain = c == '%'
                    ? i + 2 < bytes.length && HexFormat.isHexDigit(bytes[i + 1]) && HexFormat.isHexDigit(bytes[i + 2])
                    : c > ' ' && c < 0x7f && "\"<>\\^`{|}[]".indexOf(c) < 0;
            if (plain) {
                out.append(c);
            } else {
                out.append('%').append(HexFormat.of().withUpperCase().toHexDigits((byte) c));
            }
        }
        return out.toString();
    }

    private static String shortened(String text) {
        return Shortened.to(100, text);
    }
}
