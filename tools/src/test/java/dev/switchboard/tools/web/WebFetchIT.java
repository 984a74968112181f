package dev.switchboard.tools.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.tool.Effect;
import dev.switchboard.core.tool.Tool;
import dev.switchboard.testkit.Contexts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

class WebFetchIT {
    private static final String OK_TEXT = "HTTP/1.1 200 OK\nContent-Type: text/plain; charset=utf-8";
    private static final FetchLimits SMALL =
            new FetchLimits(Duration.ofSeconds(60), Duration.ofSeconds(60), 5, 100_000, 10_000);
    private static final FetchLimits SHORT =
            new FetchLimits(Duration.ofSeconds(1), Duration.ofSeconds(2), 5, 100_000, 10_000);

    /** Only the scripted server's address; 127.0.0.2 plays the neighbour nobody may reach. */
    private static final Addresses ONLY_THE_SERVER = address ->
            address.getHostAddress().equals("127.0.0.1") ? Optional.empty() : Optional.of("a private address");

    private final PageServer server = new PageServer();

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void aPageComesAsTextWithItsAddress() throws Exception {
        server.serves(
                "/a?b=1",
                "HTTP/1.1 200 OK\nContent-Type: text/html; charset=utf-8",
                "<title>Hi</title><p>Grüße, <a href='/c'>more</a></p><script>no</script>");
        JsonNode result = fetch(server.url("/a?b=1"));
        assertThat(result.toString())
                .isEqualTo("{\"ok\":true,\"text\":\"Hi\\n\\nGrüße, more (%s)\",\"url\":\"%s\",\"truncated\":false}"
                        .formatted(server.url("/c"), server.url("/a?b=1")));
    }

    @Test
    void theRequestIsPlainAndHasNoCookies() throws Exception {
        server.redirects("/", "/next\nSet-Cookie: a=b").serves("/next", OK_TEXT, "x");
        fetch(server.url("/"));
        for (String path : List.of("/", "/next")) {
            List<String> request = server.nextRequest();
            assertThat(request)
                    .startsWith(
                            "GET " + path + " HTTP/1.1", "Host: 127.0.0.1:" + server.port(), "User-Agent: switchboard")
                    .noneMatch(line -> line.startsWith("Cookie") || line.startsWith("Authorization"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"application/json", "application/ld+json", "text/xml", "application/atom+xml", "text/markdown"})
    void textOfOtherKindsPassesThrough(String type) throws Exception {
        server.serves("/", "HTTP/1.1 200 OK\nContent-Type: " + type, "{\"a\": \"<p>ü</p>\"}\n");
        assertThat(fetch(server.url("/")).path("text").stringValue()).isEqualTo("{\"a\": \"<p>ü</p>\"}\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"image/png", "application/pdf", "video/mp4", "application/zip", "image/svg+xml", "font/woff2"})
    void whatIsNoTextIsRefusedByItsName(String type) throws Exception {
        server.serves("/", "HTTP/1.1 200 OK\nContent-Type: " + type, "whatever");
        assertFailed(fetch(server.url("/")), type + ", which is not text");
    }

    @Test
    void bytesWithoutANameAreLookedAt() throws Exception {
        server.serves("/page", "HTTP/1.1 200 OK", " <!DOCTYPE html><h1>Head</h1>")
                .serves("/text", "HTTP/1.1 200 OK\nContent-Type: application/octet-stream", "just <b>text</b>")
                .serves("/bytes", "HTTP/1.1 200 OK\nContent-Type: application/octet-stream", new byte[] {
                    1, (byte) 0xff, 3
                })
                .serves("/liar", OK_TEXT, new byte[] {'a', 0, 'b'});
        assertThat(fetch(server.url("/page")).path("text").stringValue()).isEqualTo("# Head");
        assertThat(fetch(server.url("/text")).path("text").stringValue()).isEqualTo("just <b>text</b>");
        assertFailed(fetch(server.url("/bytes")), "application/octet-stream, which is not text");
        assertFailed(fetch(server.url("/liar")), "text/plain, which is not text");
    }

    @Test
    void anErrorPageIsAFailureThatKeepsItsText() throws Exception {
        JsonNode result = fetch(server.url("/missing"));
        assertThat(result.path("ok").booleanValue()).isFalse();
        assertThat(result.path("error").stringValue()).endsWith("answered 404 Not Found");
        assertThat(result.path("text").stringValue()).isEqualTo("nothing here");
        assertThat(result.path("url").stringValue()).isEqualTo(server.url("/missing"));
    }

    @Test
    void everyWayToFrameABodyIsRead() throws Exception {
        server.serves("/length", OK_TEXT + "\nContent-Length: 5", "hellomore than it says")
                .serves("/chunks", OK_TEXT + "\nTransfer-Encoding: chunked", "3;x=y\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n")
                .serves("/close", OK_TEXT, "hello")
                .serves("/hint", "HTTP/1.1 103 Early Hints\nLink: </x>\n\n" + OK_TEXT, "hello");
        for (String path : List.of("/length", "/chunks", "/close", "/hint")) {
            assertThat(fetch(server.url(path)).path("text").stringValue())
                    .as(path)
                    .isEqualTo("hello");
        }
    }

    @Test
    void aCutOrBrokenBodyIsAFailure() throws Exception {
        server.serves("/length", OK_TEXT + "\nContent-Length: 50", "hello")
                .serves("/chunks", OK_TEXT + "\nTransfer-Encoding: chunked", "5\r\nhel")
                .serves("/between", OK_TEXT + "\nTransfer-Encoding: chunked", "3\r\nhel\r\n")
                .serves("/nonsense", OK_TEXT + "\nTransfer-Encoding: chunked", "zz\r\nhel\r\n")
                .serves("/packed", OK_TEXT + "\nContent-Encoding: gzip", "hello, this is no gzip")
                .serves("/brotli", OK_TEXT + "\nContent-Encoding: br", "hello")
                .serves("/smtp", "220 mail.example ESMTP", "");
        for (String path : List.of("/length", "/chunks", "/between")) {
            assertFailed(fetch(server.url(path)), "was cut before the page was complete");
        }
        assertFailed(fetch(server.url("/nonsense")), "chunks have no length");
        assertFailed(fetch(server.url("/packed")), "packed with gzip and is not");
        assertFailed(fetch(server.url("/brotli")), "nobody asked for: br");
        assertFailed(fetch(server.url("/smtp")), "does not speak HTTP");
    }

    @Test
    void packedPagesAreUnpacked() throws Exception {
        byte[] text = "hello hello hello".getBytes(StandardCharsets.UTF_8);
        server.serves("/gzip", OK_TEXT + "\nContent-Encoding: gzip", gzip(text))
                .serves("/zlib", OK_TEXT + "\nContent-Encoding: deflate", deflate(text, false))
                .serves("/raw", OK_TEXT + "\nContent-Encoding: deflate", deflate(text, true));
        var parts = new ByteArrayOutputStream();
        parts.writeBytes(gzip("hello ".getBytes(StandardCharsets.UTF_8)));
        parts.writeBytes(gzip("hello hello".getBytes(StandardCharsets.UTF_8)));
        server.serves("/parts", OK_TEXT + "\nContent-Encoding: gzip", parts.toByteArray());
        for (String path : List.of("/gzip", "/zlib", "/raw", "/parts")) {
            assertThat(fetch(server.url(path)).path("text").stringValue())
                    .as(path)
                    .isEqualTo("hello hello hello");
        }
    }

    @Test
    void aSmallPackageThatUnpacksToAMountainIsCut() throws Exception {
        server.serves("/", OK_TEXT + "\nContent-Encoding: gzip", gzip(new byte[50_000_000], (byte) 'a'));
        JsonNode result = fetch(server.url("/"), SMALL);
        assertThat(result.path("truncated").booleanValue()).isTrue();
        assertThat(result.path("text").stringValue()).isEqualTo("a".repeat(SMALL.textBytes()));
    }

    @Test
    void aPackageWithoutEndThatUnpacksToNothingIsGivenUp() throws Exception {
        byte[] emptyBlock = {0, 0, 0, -1, -1};
        var blocks = new ByteArrayOutputStream();
        while (blocks.size() < 2 * SMALL.bodyBytes()) {
            blocks.writeBytes(emptyBlock);
        }
        server.serves("/", OK_TEXT + "\nContent-Encoding: deflate", blocks.toByteArray());
        assertFailed(fetch(server.url("/"), SMALL), "larger than can be fetched");
    }

    @Test
    void aLongTextIsCutBetweenCharacters() throws Exception {
        server.serves("/", OK_TEXT, "a" + "€".repeat(SMALL.textBytes()));
        JsonNode result = fetch(server.url("/"), SMALL);
        String text = result.path("text").stringValue();
        assertThat(result.path("truncated").booleanValue()).isTrue();
        assertThat(text).startsWith("a€").endsWith("€");
        assertThat(text.getBytes(StandardCharsets.UTF_8).length).isBetween(SMALL.textBytes() - 2, SMALL.textBytes());
    }

    @Test
    void headersWithoutEndAreRefused() throws Exception {
        server.serves("/", OK_TEXT + "\nX-Long: " + "x".repeat(70_000), "hello");
        assertFailed(fetch(server.url("/")), "more than 64 KiB");
    }

    @Test
    void redirectsAreFollowedAndTheLastAddressIsTold() throws Exception {
        server.redirects("/1", "2")
                .redirects("/2", "//127.0.0.1:%d/3".formatted(server.port()))
                .redirects("/3", "/ü?q")
                .serves("/%C3%BC?q", OK_TEXT, "there");
        JsonNode result = fetch(server.url("/1"));
        assertThat(result.path("text").stringValue()).isEqualTo("there");
        assertThat(result.path("url").stringValue()).isEqualTo(server.url("/%C3%BC?q"));
    }

    @Test
    void moreThanFiveRedirectsAreTooMany() throws Exception {
        for (int i = 0; i < 6; i++) {
            server.redirects("/" + i, "/" + (i + 1));
        }
        server.serves("/6", OK_TEXT, "there");
        assertThat(fetch(server.url("/1")).path("text").stringValue()).isEqualTo("there");
        assertFailed(fetch(server.url("/0")), "more than 5 times");
    }

    @Test
    void aRedirectToAPrivateAddressIsRefused() throws Exception {
        try (var neighbour = new PageServer("127.0.0.2", server.port(), ServerSocketFactory.getDefault())) {
            neighbour.serves("/secret", OK_TEXT, "secret");
            server.redirects("/", "http://127.0.0.2:%d/secret".formatted(server.port()));
            assertFailed(fetch(server.url("/")), "127.0.0.2, a private address");
            assertThat(neighbour.requestsLeft()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"file:///etc/passwd", "ftp://example.com/", "gopher://127.0.0.1/"})
    void aRedirectOutOfTheWebIsRefused(String location) throws Exception {
        server.redirects("/", location);
        assertFailed(fetch(server.url("/")), "must begin with http:// or https://");
    }

    @Test
    void theConnectionGoesToTheAddressThatWasChecked() throws Exception {
        try (var neighbour = new PageServer("127.0.0.2", server.port(), ServerSocketFactory.getDefault())) {
            neighbour.serves("/", OK_TEXT, "secret");
            server.serves("/", OK_TEXT, "public").redirects("/again", "/");
            var names = new ChangingNames("127.0.0.1", "127.0.0.2");
            String url = "http://rebinding.example:" + server.port();

            assertThat(fetch(url + "/", names, SMALL).path("text").stringValue())
                    .isEqualTo("public");
            assertThat(names.asked).hasValue(1);
            assertThat(server.nextRequest()).contains("Host: rebinding.example:" + server.port());

            names.asked.set(0);
            assertFailed(
                    fetch(url + "/again", names, SMALL), "rebinding.example leads to 127.0.0.2, a private address");
            assertThat(neighbour.requestsLeft()).isZero();
        }
    }

    @Test
    void aNameThatIsPublicAndPrivateAtOnceIsRefused() throws Exception {
        Names both = host -> List.of(InetAddress.ofLiteral("127.0.0.1"), InetAddress.ofLiteral("127.0.0.2"));
        assertFailed(fetch("http://both.example:" + server.port() + "/", both, SMALL), "leads to 127.0.0.2");
        assertThat(server.requestsLeft()).isZero();
    }

    @Test
    void anAddressThatDoesNotAnswerGivesWayToTheNext() throws Exception {
        Names two = host -> List.of(InetAddress.ofLiteral("127.0.0.3"), InetAddress.ofLiteral("127.0.0.1"));
        server.serves("/", OK_TEXT, "second");
        Tool fetch = new WebFetch(two, address -> Optional.empty(), WebFetchIT::noTls, SMALL);
        assertThat(run(fetch, "http://two.example:" + server.port() + "/")
                        .path("text")
                        .stringValue())
                .isEqualTo("second");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1:%d/",
                "http://localhost:%d/",
                "http://localhost.:%d/",
                "http://LOCALHOST:%d/",
                "http://127.0.0.1.:%d/",
                "http://[::1]:%d/",
                "http://[::ffff:127.0.0.1]:%d/",
                "http://[::ffff:7f00:1]:%d/",
                "http://0.0.0.0:%d/",
                "http://2130706433:%d/",
                "http://0x7f.1:%d/",
                "http://127.1:%d/",
                "http://a@127.0.0.1:%d/",
                "http://example.com@127.0.0.1:%d/",
                "http://example.com\\@127.0.0.1:%d/",
                "https://127.0.0.1:%d/"
            })
    void byDefaultNothingLeadsToThisMachine(String url) throws Exception {
        server.serves("/", OK_TEXT, "secret");
        JsonNode result = run(new WebFetch(), url.formatted(server.port()));
        assertThat(result.path("ok").booleanValue()).isFalse();
        assertThat(result.path("error").stringValue()).isNotBlank();
        assertThat(result.path("text").stringValue()).isEmpty();
        assertThat(result.path("truncated").booleanValue()).isFalse();
        assertThat(server.requestsLeft()).isZero();
    }

    @Test
    void theDefaultSaysWhyItRefuses() throws Exception {
        assertFailed(run(new WebFetch(), "http://localhost/"), "a loopback address: only public addresses are fetched");
        assertFailed(run(new WebFetch(), "http://169.254.169.254/latest/meta-data"), "a link-local address");
    }

    @Test
    void aNameThatNobodyHasIsToldInWords() throws Exception {
        Names nobody = host -> {
            throw new UnknownHostException(host);
        };
        assertFailed(fetch("http://nobody.example/", nobody, SMALL), "no host is called nobody.example");
    }

    @Test
    void aServerThatIsNotThereIsToldInWords() throws Exception {
        server.close();
        assertFailed(fetch(server.url("/")), "127.0.0.1:%d cannot be reached".formatted(server.port()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "HTTP/1.1 200 OK\r\nContent-Ty", "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nhello"})
    void aServerThatFallsSilentIsGivenUp(String start) throws Exception {
        server.holds("/", start);
        assertFailed(fetch(server.url("/"), SHORT), "did not come within 2 s");
        assertThat(server.closedByClient()).isTrue();
    }

    @Test
    void anInterruptEndsIt() throws Exception {
        server.holds("/", "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nhello");
        assertInterruptible(
                "http://slow.example:" + server.port() + "/", host -> List.of(InetAddress.ofLiteral("127.0.0.1")));
        assertThat(server.closedByClient()).isTrue();
    }

    @Test
    void anInterruptEndsALookupToo() throws Exception {
        var asked = new CompletableFuture<Void>();
        Names silent = host -> {
            asked.complete(null);
            Thread.sleep(Duration.ofMinutes(5));
            throw new AssertionError("nobody ended this");
        };
        Thread caller = caller("http://slow.example/", silent);
        asked.get(60, TimeUnit.SECONDS);
        assertEndsOnInterrupt(caller);
    }

    @Test
    void argumentsThatAreMissingAreToldInWords() throws Exception {
        Tool fetch = new WebFetch();
        assertThat(fetch.effect()).isEqualTo(Effect.NETWORK);
        assertThat(fetch.spec().name()).isEqualTo("web_fetch");
        var empty = JsonNodeFactory.instance.objectNode();
        assertFailed(fetch.run(empty, Contexts.none()).json(), "url is required");
        assertFailed(fetch.run(empty.put("url", 5), Contexts.none()).json(), "url is required");
    }

    @Test
    void aPageOfAMillionItemsIsReadInTime() throws Exception {
        server.serves("/", "HTTP/1.1 200 OK\nContent-Type: text/html", "<ol>" + "<li>x".repeat(1_500_000));
        JsonNode result = fetch(server.url("/"));
        assertThat(result.path("ok").booleanValue()).isTrue();
        assertThat(result.path("text").stringValue()).contains("\n100000. x\n");
        assertThat(result.path("truncated").booleanValue()).isTrue();
    }

    private final List<Throwable> outcomes = new ArrayList<>();

    private void assertInterruptible(String url, Names names) throws InterruptedException {
        Thread caller = caller(url, names);
        server.nextRequest();
        assertEndsOnInterrupt(caller);
    }

    private Thread caller(String url, Names names) {
        return Thread.ofVirtual().start(() -> {
            try {
                fetch(url, names, FetchLimits.DEFAULT);
            } catch (Throwable e) {
                outcomes.add(e);
            }
        });
    }

    private void assertEndsOnInterrupt(Thread caller) throws InterruptedException {
        caller.interrupt();
        assertThat(caller.join(Duration.ofSeconds(60))).isTrue();
        assertThat(outcomes).singleElement().isInstanceOf(InterruptedException.class);
    }

    /** Answers one thing first and another ever after. */
    private static final class ChangingNames implements Names {
        final AtomicInteger asked = new AtomicInteger();
        private final String first;
        private final String later;

        ChangingNames(String first, String later) {
            this.first = first;
            this.later = later;
        }

        @Override
        public List<InetAddress> addresses(String host) {
            return List.of(InetAddress.ofLiteral(asked.getAndIncrement() == 0 ? first : later));
        }
    }

    private JsonNode fetch(String url) throws InterruptedException {
        return fetch(url, FetchLimits.DEFAULT);
    }

    private JsonNode fetch(String url, FetchLimits limits) throws InterruptedException {
        return fetch(url, host -> List.of(InetAddress.ofLiteral("127.0.0.1")), limits);
    }

    private static JsonNode fetch(String url, Names names, FetchLimits limits) throws InterruptedException {
        return run(new WebFetch(names, ONLY_THE_SERVER, WebFetchIT::noTls, limits), url);
    }

    private static JsonNode run(Tool fetch, String url) throws InterruptedException {
        return fetch.run(JsonNodeFactory.instance.objectNode().put("url", url), Contexts.none())
                .json();
    }

    private static SSLSocketFactory noTls() {
        throw new AssertionError("nothing here is secret");
    }

    private static void assertFailed(JsonNode result, String why) {
        assertThat(result.path("ok").booleanValue()).as(result.toString()).isFalse();
        assertThat(result.path("error").stringValue()).contains(why);
        assertThat(result.path("text").isString()).isTrue();
        assertThat(result.path("truncated").isBoolean()).isTrue();
    }

    private static byte[] gzip(byte[] text) throws IOException {
        return packed(text, new ByteArrayOutputStream(), GZIPOutputStream::new);
    }

    private static byte[] gzip(byte[] text, byte all) throws IOException {
        Arrays.fill(text, all);
        return gzip(text);
    }

    private static byte[] deflate(byte[] text, boolean raw) throws IOException {
        return packed(
                text,
                new ByteArrayOutputStream(),
                out -> new DeflaterOutputStream(out, new Deflater(Deflater.DEFAULT_COMPRESSION, raw)));
    }

    private interface Packing {
        OutputStream around(OutputStream out) throws IOException;
    }

    private static byte[] packed(byte[] text, ByteArrayOutputStream out, Packing packing) throws IOException {
        try (OutputStream packed = packing.around(out)) {
            packed.write(text);
        }
        return out.toByteArray();
    }
}
