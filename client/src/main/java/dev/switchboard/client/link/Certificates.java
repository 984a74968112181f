package dev.switchboard.client.link;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Trust in the authorities of a file, and in no others. */
final class Certificates {
    private Certificates() {}

    /** @throws IllegalArgumentException if there are no certificates in the file */
    static SSLContext trusting(Path pem) {
        try (var in = Files.newInputStream(pem)) {
            var trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null, null);
            int n = 0;
            for (var certificate : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                trusted.setCertificateEntry("ca-" + n++, certificate);
            }
            if (n == 0) {
                throw new IllegalArgumentException("there is no certificate in " + pem);
            }
            var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(trusted);
            var context = SSLContext.getInstance("TLS");
            context.init(null, managers.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalArgumentException(
                    "cannot read certificates from %s (%s)".formatted(pem, e.getMessage()), e);
        }
    }
}
