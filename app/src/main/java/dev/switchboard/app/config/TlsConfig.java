package dev.switchboard.app.config;

import java.nio.file.Files;
import java.nio.file.Path;

/** The certificate chain and its private key, both PEM. */
public record TlsConfig(Path cert, Path key) {
    public TlsConfig {
        new Mistakes()
                .require(Files.isReadable(cert), "cert", unreadable(cert))
                .require(Files.isReadable(key), "key", unreadable(key))
                .raise();
    }

    private static String unreadable(Path file) {
        return "cannot read %s — name a PEM file that exists and that this user may read".formatted(file);
    }
}
