package dev.switchboard.app.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.app.config.TlsConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.concurrent.TimeUnit;

/** A certificate for localhost that nobody knows, made by the JDK's own keytool. */
final class TlsFiles {
    private static final String PASSWORD = "secret";

    private TlsFiles() {}

    static TlsConfig make(Path folder) throws Exception {
        var store = folder.resolve("test.p12");
        var keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "test",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=dns:localhost",
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .start();
        assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(keytool.exitValue()).isZero();
        var keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
        return new TlsConfig(
                pem(
                        folder.resolve("cert.pem"),
                        "CERTIFICATE",
                        keys.getCertificate("test").getEncoded()),
                pem(
                        folder.resolve("key.pem"),
                        "PRIVATE KEY",
                        keys.getKey("test", PASSWORD.toCharArray()).getEncoded()));
    }

    private static Path pem(Path file, String what, byte[] bytes) throws Exception {
        return Files.writeString(
                file,
                "-----BEGIN %s-----%n%s%n-----END %s-----%n"
                        .formatted(what, Base64.getMimeEncoder().encodeToString(bytes), what));
    }
}
