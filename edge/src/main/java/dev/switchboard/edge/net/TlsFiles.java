package dev.switchboard.edge.net;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.net.ssl.SSLException;

/** A certificate chain and its key, read from PEM files at the start. */
final class TlsFiles {
    private TlsFiles() {}

    static SslContext load(NetSettings.Tls tls) {
        var certificate = readable(tls.certificate(), "certificate");
        var key = readable(tls.key(), "key");
        try {
            return SslContextBuilder.forServer(certificate, key)
                    .sslProvider(SslProvider.JDK)
                    .protocols("TLSv1.3", "TLSv1.2")
                    .build();
        } catch (SSLException | IllegalArgumentException e) {
            throw new SwitchboardException(
                    ErrorCode.INVALID,
                    "The TLS certificate %s and key %s cannot be used: they must be PEM and belong together."
                            .formatted(certificate, key),
                    e);
        }
    }

    private static File readable(Path path, String what) {
        if (!Files.isReadable(path)) {
            throw new SwitchboardException(ErrorCode.INVALID, "The TLS %s %s cannot be read.".formatted(what, path));
        }
        return path.toFile();
    }
}
