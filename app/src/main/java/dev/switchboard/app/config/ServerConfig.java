package dev.switchboard.app.config;

import dev.switchboard.edge.auth.Doorway;
import java.net.URI;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where the gateway listens and by which names it may be called.
 *
 * @param port 0 lets the system choose
 * @param publicUrl how the outside reaches us, behind a proxy or under a name
 * @param hosts further names that are right in a {@code Host} header
 * @param allowedOrigins further web origins that may open our sockets
 * @param behindProxy a proxy in front of us does the encryption
 * @param scrapeToken lets a metrics collector read {@code /metrics} and nothing else
 */
public record ServerConfig(
        String host,
        int port,
        @Nullable TlsConfig tls,
        @Nullable URI publicUrl,
        List<String> hosts,
        List<String> allowedOrigins,
        boolean behindProxy,
        @Nullable Secret scrapeToken) {

    public static final ServerConfig DEFAULT =
            new ServerConfig("127.0.0.1", 18080, null, null, List.of(), List.of(), false, null);

    public ServerConfig {
        hosts = List.copyOf(hosts);
        allowedOrigins = List.copyOf(allowedOrigins);

        var mistakes = new Mistakes()
                .require(!host.isBlank(), "host", "must not be empty — 127.0.0.1 is this machine alone")
                .between(0, 65535, "port", port);
        if (!host.isBlank()) {
            Exposure.refusal(host, tls != null, behindProxy).ifPresent(why -> mistakes.add("host", why));
        }
        if (publicUrl != null) {
            mistakes.require(
                    Doorway.isPublicUrl(publicUrl.toString()),
                    "publicUrl",
                    "\"%s\" is not a web address — write it like https://gateway.example".formatted(publicUrl));
        }
        for (int i = 0; i < hosts.size(); i++) {
            mistakes.require(
                    Doorway.isHost(hosts.get(i)),
                    "hosts[%d]".formatted(i),
                    "\"%s\" is not a host name — write name or name:port, like gateway.example"
                            .formatted(hosts.get(i)));
        }
        for (int i = 0; i < allowedOrigins.size(); i++) {
            mistakes.require(
                    Doorway.isOrigin(allowedOrigins.get(i)),
                    "allowedOrigins[%d]".formatted(i),
                    "\"%s\" is not an origin — write scheme, host and port alone, like https://app.example:8443"
                            .formatted(allowedOrigins.get(i)));
        }
        mistakes.raise();
    }

    ServerConfig at(String otherHost, int otherPort) {
        return new ServerConfig(otherHost, otherPort, tls, publicUrl, hosts, allowedOrigins, behindProxy, scrapeToken);
    }

    /** The names that are right in a {@code Host} header: {@code hosts}, and {@code host} unless it is all addresses. */
    public List<String> names() {
        return Stream.concat(
                        hosts.stream(),
                        Stream.of(host).filter(name -> Doorway.isHost(name) && !Exposure.isEveryAddress(name)))
                .toList();
    }
}
