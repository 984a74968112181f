package dev.switchboard.edge.web;

import static dev.switchboard.edge.api.TestGateway.header;
import static dev.switchboard.edge.api.TestGateway.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.edge.api.TestGateway;
import dev.switchboard.edge.auth.TestRequest;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PagesTest {
    private final TestGateway gateway = new TestGateway();

    @ParameterizedTest
    @CsvSource({"/, text/html", "/app.js, text/javascript", "/app.css, text/css", "/icon.svg, image/svg+xml"})
    void anyoneLoadsThePageAndItsFiles(String path, String type) {
        var answer = gateway.ask(TestRequest.get(path));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(header(answer, "Content-Type")).startsWith(type);
        assertThat(header(answer, "Cache-Control")).isEqualTo("no-cache");
        assertThat(header(answer, "Content-Security-Policy")).contains("default-src 'none'");
        assertThat(answer.body()).isNotEmpty();
    }

    @Test
    void aKnownPageIsNotSentAgain() {
        var tag = header(gateway.ask(TestRequest.get("/")), "ETag");
        for (var sent : new String[] {tag, "\"old\", " + tag, tag.substring(2), "*"}) {
            var again = gateway.ask(TestRequest.get("/").header("If-None-Match", sent));
            assertThat(again.status()).isEqualTo(304);
            assertThat(again.body()).isEmpty();
            assertThat(header(again, "ETag")).isEqualTo(tag);
        }
        assertThat(gateway.ask(TestRequest.get("/").header("If-None-Match", "\"old\""))
                        .status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/index.html",
                "/../app.js",
                "/%2e%2e/app.js",
                "/..%2fapp.js",
                "/Pages.class",
                "/app.js/",
                "/dev/switchboard/edge/web/app.js",
                "/app.js%00",
                "/etc/passwd",
                "/%2Fetc%2Fpasswd"
            })
    void noPathBecomesAFileName(String path) {
        assertThat(gateway.ask(TestRequest.get(path)).status()).isEqualTo(404);
    }

    @Test
    void thePageHasNothingInlineAndLoadsNothingFromElsewhere() {
        var page = load("/");
        assertThat(page)
                .doesNotContain("<style", "style=", "javascript:", "http://", "https://", "//cdn")
                .doesNotContainPattern("<script(?![^>]*src=)")
                .doesNotContainPattern("\\son[a-z]+=");
        assertThat(Pattern.compile("(?:src|href)=\"([^\"]*)\"").matcher(page).results())
                .map(found -> found.group(1))
                .allMatch(link -> link.startsWith("/") && !link.startsWith("//"))
                .allSatisfy(link ->
                        assertThat(gateway.ask(TestRequest.get(link)).status()).isEqualTo(200));
        assertThat(load("/app.css")).doesNotContain("url(", "@import");
    }

    @Test
    void theScriptTalksToNobodyButTheServerItCameFrom() {
        assertThat(load("/app.js"))
                .doesNotContain("http://", "https://", "location.search", "innerHTML", "eval(", "new WebSocket")
                .contains("fetch('/healthz'", "/api/session", "/api/channels", "history.replaceState");
    }

    @Test
    void theFrameToPasteIsTheSeeds() {
        assertThat(load("/"))
                .contains("{\"type\":\"connect\",\"peer_id\":\"device-001\",\"device_name\":\"desk-terminal\","
                        + "\"capabilities\":[\"text\"]}");
    }

    private String load(String path) {
        return text(gateway.ask(TestRequest.get(path)));
    }
}
