package dev.switchboard.tools.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.testkit.Contexts;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** The address is pinned, and still the certificate must be that of the name. */
class SecureFetchIT {
    private static final String OK_TEXT = "HTTP/1.1 200 OK\nContent-Type: text/plain";
    private static final FetchLimits SHORT =
            new FetchLimits(Duration.ofSeconds(2), Duration.ofSeconds(10), 5, 100_000, 10_000);
    private static final FetchLimits LIMITS =
            new FetchLimits(Duration.ofSeconds(60), Duration.ofSeconds(60), 5, 100_000, 10_000);
    private static final char[] PASSWORD = "password".toCharArray();

    @TempDir
    static Path folder;

    private static SSLContext tls;

    @BeforeAll
    static void makeACertificate() throws Exception {
        Path store = folder.resolve("store.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=secure.example",
                        "-ext",
                        "SAN=dns:secure.example",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        new String(PASSWORD),
                        "-keystore",
                        store.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("keytool.log").toFile())
                .start();
        assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(keytool.exitValue())
                .as(Files.readString(folder.resolve("keytool.log")))
                .isZero();
        tls = context(store);
    }

    @Test
    void theNameIsSaidAndItsCertificateIsTrusted() throws Exception {
        try (var server = new PageServer("127.0.0.1", 0, tls.getServerSocketFactory())) {
            server.serves("/", OK_TEXT, "secret and sound");
            assertThat(fetch("https://secure.example:%d/".formatted(server.port()), tls::getSocketFactory)
                            .toString())
                    .contains("\"ok\":true", "secret and sound");
        }
    }

    @Test
    void theCertificateOfAnotherNameIsRefused() throws Exception {
        try (var server = new PageServer("127.0.0.1", 0, tls.getServerSocketFactory())) {
            JsonNode result = fetch("https://other.example:%d/".formatted(server.port()), tls::getSocketFactory);
            assertThat(result.path("error").stringValue())
                    .contains("the secure connection to other.example")
                    .contains("No subject alternative DNS name matching other.example found");
            assertThat(server.requestsLeft()).isZero();
        }
    }

    @Test
    void aCertificateNobodyVouchesForIsRefused() throws Exception {
        try (var server = new PageServer("127.0.0.1", 0, tls.getServerSocketFactory())) {
            JsonNode result = fetch("https://secure.example:%d/".formatted(server.port()), () ->
                    (SSLSocketFactory) SSLSocketFactory.getDefault());
            assertThat(result.path("error").stringValue()).contains("not signed by anyone this machine trusts");
        }
    }

    @Test
    void aServerThatNeverShakesHandsIsGivenUp() throws Exception {
        try (var silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            JsonNode result =
                    fetch("https://secure.example:%d/".formatted(silent.getLocalPort()), tls::getSocketFactory, SHORT);
            assertThat(result.path("error").stringValue()).contains("cannot be reached");
        }
    }

    @Test
    void anInterruptEndsAHandshake() throws Exception {
        try (var silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            var outcome = new CompletableFuture<Throwable>();
            Thread caller = Thread.ofVirtual().start(() -> {
                try {
                    fetch("https://secure.example:%d/".formatted(silent.getLocalPort()), tls::getSocketFactory);
                } catch (Throwable e) {
                    outcome.complete(e);
                }
            });
            try (Socket connection = silent.accept();
                    InputStream in = connection.getInputStream()) {
                assertThat(in.read()).as("the first byte of a handshake").isEqualTo(22);
                caller.interrupt();
                assertThat(outcome.get(60, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
                connection.setSoTimeout(60_000);
                in.readAllBytes(); // ends only if the other side has closed
            }
        }
    }

    private static JsonNode fetch(String url, Supplier<SSLSocketFactory> trust) throws InterruptedException {
        return fetch(url, trust, LIMITS);
    }

    private static JsonNode fetch(String url, Supplier<SSLSocketFactory> trust, FetchLimits limits)
            throws InterruptedException {
        Names loopback = host -> List.of(InetAddress.ofLiteral("127.0.0.1"));
        return new WebFetch(loopback, address -> Optional.empty(), trust, limits)
                .run(JsonNodeFactory.instance.objectNode().put("url", url), Contexts.none())
                .json();
    }

    private static SSLContext context(Path file) throws Exception {
        KeyStore store = KeyStore.getInstance(file.toFile(), PASSWORD);
        var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD);
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }
}
