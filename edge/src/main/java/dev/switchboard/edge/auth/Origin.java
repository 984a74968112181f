package dev.switchboard.edge.auth;

import java.net.URI;
import java.util.Optional;
import java.util.regex.Pattern;

/** A page's origin in one spelling: {@code http} or {@code https}, and a host with its port always said. */
record Origin(boolean secure, Authority authority) {
    private static final Pattern SENT = Pattern.compile("(https?)://([^/?#@]+)");

    Origin {
        authority = new Authority(authority.host(), authority.portFor(secure));
    }

    /** From an {@code Origin} header or an owner's list. {@code null}, a path or another scheme is none. */
    static Optional<Origin> parse(String text) {
        var sent = SENT.matcher(text);
        return sent.matches() ? of(sent.group(1), sent.group(2)) : Optional.empty();
    }

    static Optional<Origin> parse(URI url) {
        var scheme = url.getScheme();
        var authority = url.getRawAuthority();
        return scheme == null || authority == null ? Optional.empty() : of(scheme, authority);
    }

    @Override
    public String toString() {
        return (secure ? "https://" : "http://") + authority.inUrl(secure);
    }

    private static Optional<Origin> of(String scheme, String authority) {
        return switch (scheme) {
            case "http", "https" -> Authority.parse(authority).map(host -> new Origin(scheme.equals("https"), host));
            default -> Optional.empty();
        };
    }
}
