package dev.switchboard.edge.auth;

import dev.switchboard.edge.net.Peer;
import dev.switchboard.edge.net.Request;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How the gateway is reached, as its owner configured it: under which names it answers, whose pages may talk to it, and
 * whether a proxy stands in front.
 */
public final class Doorway {
    private final @Nullable URI publicUrl;
    private final @Nullable Origin publicOrigin;
    private final Set<Authority> hosts;
    private final Set<Origin> allowedOrigins;
    private final boolean behindProxy;

    /**
     * @param publicUrl the address people type when a proxy stands in front; its host and origin are ours
     * @param hosts further names under which we answer, {@code name} for any port or {@code name:port}; an IPv6
     *     address needs its brackets only before a port
     * @param allowedOrigins other pages that may talk to us, as {@code https://name[:port]}
     * @param behindProxy whether every connection comes from a proxy that sets {@code X-Forwarded-For} and
     *     {@code X-Forwarded-Proto} itself; only then are they believed
     * @throws IllegalArgumentException for a word that {@link #isPublicUrl}, {@link #isHost} or {@link #isOrigin} is
     *     false of; whoever reads the configuration asks them first, and can say where the word stands
     */
    public Doorway(@Nullable String publicUrl, List<String> hosts, List<String> allowedOrigins, boolean behindProxy) {
        this.publicOrigin = publicUrl == null
                ? null
                : publicOrigin(publicUrl).orElseThrow(() -> unusable("server.publicUrl", publicUrl));
        this.publicUrl = publicUrl == null ? null : URI.create(publicUrl);
        this.hosts = hosts.stream()
                .map(text -> host(text).orElseThrow(() -> unusable("server.hosts", text)))
                .collect(Collectors.toUnmodifiableSet());
        this.allowedOrigins = allowedOrigins.stream()
                .map(text -> Origin.parse(text).orElseThrow(() -> unusable("server.allowedOrigins", text)))
                .collect(Collectors.toUnmodifiableSet());
        this.behindProxy = behindProxy;
    }

    /** A gateway on this machine for this machine. */
    public static Doorway local() {
        return new Doorway(null, List.of(), List.of(), false);
    }

    /** Whether people can be sent there: {@code http} or {@code https}, a host, and at most a path. */
    public static boolean isPublicUrl(String text) {
        return publicOrigin(text).isPresent();
    }

    /** Whether this can stand in a {@code Host} header: no scheme, no path. */
    public static boolean isHost(String text) {
        return host(text).isPresent();
    }

    /** Whether a browser could send this as the {@code Origin} of a page: no path, not even a slash. */
    public static boolean isOrigin(String text) {
        return Origin.parse(text).isPresent();
    }

    /** Whether the person's end of this request is encrypted: by us, or by the proxy we were told of. */
    public boolean isSecure(Request request) {
        if (request.peer().secure()) {
            return true;
        }
        if (behindProxy && request.headers().all("X-Forwarded-Proto").equals(List.of("https"))) {
            return true;
        }
        return publicOrigin != null
                && publicOrigin.secure()
                && Authority.of(request)
                        .filter(host -> new Origin(true, host).equals(publicOrigin))
                        .isPresent();
    }

    /** The address to hand out to whoever asked, without a final slash: the public one, or the one asked at. */
    public String baseUrl(Request request) {
        if (publicUrl != null) {
            var text = publicUrl.toString();
            return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
        }
        return ownOrigin(request).map(Origin::toString).orElse("http://localhost");
    }

    /** Whom to count a connection against that has asked nothing yet; nobody behind a proxy, which has one address. */
    public Optional<ClientKey> clientOf(Peer peer) {
        return behindProxy ? Optional.empty() : Optional.of(ClientKey.of(peer.address()));
    }

    /** Where a request comes from, to be shown and never to be trusted. */
    public String addressOf(Request request) {
        return ClientKey.addressOf(request, behindProxy).getHostAddress();
    }

    /** Whom to count wrong tokens and unauthenticated sockets against. */
    public ClientKey clientOf(Request request) {
        return ClientKey.of(request, behindProxy);
    }

    /** Whether this is the public URL's host or one of {@code hosts}. */
    boolean answersTo(Authority asked) {
        return (publicOrigin != null && publicOrigin.authority().host().equals(asked.host()))
                || hosts.contains(asked)
                || hosts.contains(new Authority(asked.host(), -1));
    }

    /** Whether this is the origin of our own page, of the public URL, or an allowed one. */
    boolean allows(Origin origin, Request request) {
        return ownOrigin(request).filter(origin::equals).isPresent()
                || origin.equals(publicOrigin)
                || allowedOrigins.contains(origin);
    }

    /** Scheme and host of this request as the client sees them. */
    private Optional<Origin> ownOrigin(Request request) {
        return Authority.of(request).map(host -> new Origin(isSecure(request), host));
    }

    private static Optional<Authority> host(String text) {
        return Authority.parse(text).or(() -> Authority.parse("[" + text + "]"));
    }

    private static Optional<Origin> publicOrigin(String text) {
        try {
            var url = new URI(text);
            return Origin.parse(url).filter(_ -> url.getRawQuery() == null && url.getRawFragment() == null);
        } catch (URISyntaxException _) {
            return Optional.empty();
        }
    }

    private static IllegalArgumentException unusable(String key, String text) {
        return new IllegalArgumentException("%s cannot be \"%s\"".formatted(key, text));
    }
}
