package dev.switchboard.edge.auth;

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
     * @param hosts further names under which we answer, {@code name} for any port or {@code name:port}
     * @param allowedOrigins other pages that may talk to us, as {@code https://name[:port]}
     * @param behindProxy whether every connection comes from a proxy that sets {@code X-Forwarded-For} and
     *     {@code X-Forwarded-Proto} itself; only then are they believed
     * @throws IllegalArgumentException in words that name the key of the configuration
     */
    public Doorway(@Nullable String publicUrl, List<String> hosts, List<String> allowedOrigins, boolean behindProxy) {
        this.publicUrl = publicUrl == null ? null : webAddress("server.publicUrl", publicUrl);
        this.publicOrigin = this.publicUrl == null ? null : origin("server.publicUrl", this.publicUrl);
        this.hosts = hosts.stream().map(Doorway::host).collect(Collectors.toUnmodifiableSet());
        this.allowedOrigins = allowedOrigins.stream()
                .map(text -> origin("server.allowedOrigins", webAddress("server.allowedOrigins", text)))
                .collect(Collectors.toUnmodifiableSet());
        this.behindProxy = behindProxy;
    }

    /** A gateway on this machine for this machine. */
    public static Doorway local() {
        return new Doorway(null, List.of(), List.of(), false);
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

    /** Whom to count wrong tokens against. */
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

    private static Authority host(String text) {
        return Authority.parse(text)
                .orElseThrow(() -> new IllegalArgumentException(
                        "server.hosts has \"%s\", which is no host name; write name or name:port".formatted(text)));
    }

    private static URI webAddress(String key, String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(noWebAddress(key, text), e);
        }
    }

    private static Origin origin(String key, URI url) {
        return Origin.parse(url)
                .filter(origin -> url.getRawQuery() == null && url.getRawFragment() == null)
                .orElseThrow(() -> new IllegalArgumentException(noWebAddress(key, url.toString())));
    }

    private static String noWebAddress(String key, String text) {
        return "%s has \"%s\", which is no web address; write https://name or http://name:port".formatted(key, text);
    }
}
