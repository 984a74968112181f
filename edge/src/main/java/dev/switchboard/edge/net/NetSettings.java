package dev.switchboard.edge.net;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What holds for the whole listener.
 *
 * @param port 0 means any free one; {@link NetServer#boundAddress()} tells which
 * @param tls absent means plain HTTP
 * @param maxBody bytes of a request's body; more is answered with 413
 * @param preAuth connections that have not yet said who they are, those kept between two requests included; one more is
 *     closed as soon as it is accepted, or answered
 * @param preAuthPerClient likewise, of one client as {@link RequestHandler#clientOf} names it
 * @param requestWithin a request that has begun must be complete by then
 * @param idleFor how long a connection is kept between two requests
 */
public record NetSettings(
        String host,
        int port,
        @Nullable Tls tls,
        int maxBody,
        int preAuth,
        int preAuthPerClient,
        Duration requestWithin,
        Duration idleFor) {

    /** Where the certificate chain and its key are, both PEM. */
    public record Tls(Path certificate, Path key) {}

    public NetSettings {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("port must be between 0 and 65535, was " + port);
        }
        if (maxBody < 0 || preAuth < 1 || preAuthPerClient < 1) {
            throw new IllegalArgumentException("maxBody, preAuth and preAuthPerClient must be positive");
        }
    }

    /** The defaults, without TLS. */
    public static NetSettings of(String host, int port) {
        return new NetSettings(
                host, port, null, 1024 * 1024, 4_096, 512, Duration.ofSeconds(30), Duration.ofSeconds(60));
    }

    public NetSettings withTls(Path certificate, Path key) {
        return new NetSettings(
                host, port, new Tls(certificate, key), maxBody, preAuth, preAuthPerClient, requestWithin, idleFor);
    }

    public NetSettings withMaxBody(int bytes) {
        return new NetSettings(host, port, tls, bytes, preAuth, preAuthPerClient, requestWithin, idleFor);
    }

    public NetSettings withPreAuth(int total, int perClient) {
        return new NetSettings(host, port, tls, maxBody, total, perClient, requestWithin, idleFor);
    }

    public NetSettings withPatience(Duration requestWithin, Duration idleFor) {
        return new NetSettings(host, port, tls, maxBody, preAuth, preAuthPerClient, requestWithin, idleFor);
    }
}
