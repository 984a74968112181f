package dev.switchboard.edge.net;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.switchboard.core.failure.SwitchboardException;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Base64;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest extends ServerTest {
    @TempDir
    static Path folder;

    private static SSLContext trusting;

    /** The JDK's own keytool makes the certificate; PEM is its Base64 between two lines. */
    @BeforeAll
    static void makeCertificate() throws Exception {
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
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        "secret")
                .redirectErrorStream(true)
                .start();
        assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(keytool.exitValue()).isZero();
        var keys = KeyStore.getInstance(store.toFile(), "secret".toCharArray());
        Files.writeString(
                folder.resolve("cert.pem"),
                pem("CERTIFICATE", keys.getCertificate("test").getEncoded()));
        Files.writeString(
                folder.resolve("key.pem"),
                pem("PRIVATE KEY", keys.getKey("test", "secret".toCharArray()).getEncoded()));
        trusting = trusting(folder.resolve("cert.pem"));
    }

    private static String pem(String what, byte[] bytes) {
        return "-----BEGIN %s-----%n%s%n-----END %s-----%n"
                .formatted(what, Base64.getMimeEncoder().encodeToString(bytes), what);
    }

    private static SSLContext trusting(Path certificate) throws Exception {
        var trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        try (var in = Files.newInputStream(certificate)) {
            trusted.setCertificateEntry(
                    "it", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        var context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    private static NetSettings settings() {
        return NetSettings.of("127.0.0.1", 0).withTls(folder.resolve("cert.pem"), folder.resolve("key.pem"));
    }

    private RawClient secure(NetServer server) throws Exception {
        return closing(new RawClient(trusting.getSocketFactory()
                .createSocket("127.0.0.1", server.boundAddress().getPort())));
    }

    @Test
    void requestsAndSocketsWorkOverTls() throws Exception {
        var peer = new CompletableFuture<Peer>();
        var server = serve(settings(), request -> {
            peer.complete(request.peer());
            return request.upgrade()
                    ? new Response.Upgrade(SETTINGS, new RecordingListener.Echo())
                    : text("x".repeat(500_000));
        });

        var client = secure(server);
        assertThat(client.send("GET / HTTP/1.1", "Host: a").answer().body()).hasSize(500_000);
        client.upgrade();
        var text = "hello ".repeat(50_000);
        assertThat(client.text(text).receiveData().text()).isEqualTo(text);
        assertThat(peer.join().secure()).isTrue();
        assertThat(peer.join().isLoopback()).isTrue();
    }

    @Test
    void aRefusalIsReadOverTlsToo() throws Exception {
        var client = secure(serve(settings(), _ -> text("ok")));

        var answer = client.send("POST / HTTP/1.1", "Host: a", "Content-Length: 99999999")
                .answer();

        assertThat(answer.status()).isEqualTo(413);
        assertThat(client.ended()).isTrue();
    }

    @Test
    void plainTextIsNotAnswered() throws Exception {
        var server = serve(settings(), _ -> text("ok"));
        try (var plain = new Socket("127.0.0.1", server.boundAddress().getPort())) {
            plain.getOutputStream().write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(UTF_8));
            assertThat(new String(plain.getInputStream().readAllBytes(), UTF_8)).doesNotContain("HTTP");
        } catch (IOException _) {
            // reset is as good
        }
        assertThat(secure(server).send("GET / HTTP/1.1", "Host: a").answer().status())
                .isEqualTo(200);
    }

    @Test
    void filesThatCannotBeUsedAreNamed() throws Exception {
        var missing = folder.resolve("missing.pem");
        var broken = Files.writeString(folder.resolve("broken.pem"), "not a key");

        assertThatThrownBy(() -> serve(settings().withTls(missing, missing), _ -> text("ok")))
                .isInstanceOf(SwitchboardException.class)
                .hasMessageContaining(missing.toString());
        assertThatThrownBy(() -> serve(settings().withTls(folder.resolve("cert.pem"), broken), _ -> text("ok")))
                .isInstanceOf(SwitchboardException.class)
                .hasMessageContaining(broken.toString());
    }
}
