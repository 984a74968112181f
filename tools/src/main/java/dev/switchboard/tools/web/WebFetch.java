package dev.switchboard.tools.web;

import dev.switchboard.core.model.ToolSpec;
import dev.switchboard.core.tool.Effect;
import dev.switchboard.core.tool.HeldOutput;
import dev.switchboard.core.tool.Tool;
import dev.switchboard.core.tool.ToolContext;
import dev.switchboard.core.tool.ToolResult;
import dev.switchboard.json.Json;
import java.io.IOException;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import javax.net.ssl.SSLSocketFactory;
import tools.jackson.databind.node.ObjectNode;

/** {@code web_fetch}: a page of the public web as text. */
public final class WebFetch implements Tool {
    private static final ToolSpec SPEC = new ToolSpec(
            "web_fetch",
            "Fetches a public web page and gives its text: title, headings, paragraphs, lists, links as text (url)."
                    + " Plain text, JSON and XML come as they are. Private and local addresses are refused.",
            Json.mapper().readTree("""
                {"type":"object",
                 "properties":{"url":{"type":"string","description":"begins with http:// or https://"}},
                 "required":["url"],
                 "additionalProperties":false}
                """));

    /** What a byte of a page takes: as it came, as text, and in the tree that a page of HTML is read into. */
    private static final int TIMES = 5;

    private final HttpGet http;
    private final FetchLimits limits;

    public WebFetch() {
        this(
                new SystemNames(),
                new PublicAddresses(),
                () -> (SSLSocketFactory) SSLSocketFactory.getDefault(),
                FetchLimits.DEFAULT);
    }

    /** @param tls what is trusted; asked for with the first page, since reading all certificates takes its time */
    public WebFetch(Names names, Addresses allowed, Supplier<SSLSocketFactory> tls, FetchLimits limits) {
        this.http = new HttpGet(new PinnedSockets(names, allowed, tls, limits.connect()), limits.bodyBytes());
        this.limits = limits;
    }

    @Override
    public ToolSpec spec() {
        return SPEC;
    }

    @Override
    public Effect effect() {
        return Effect.NETWORK;
    }

    @Override
    public ToolResult run(ObjectNode arguments, ToolContext context) throws InterruptedException {
        if (!arguments.path("url").isString()) {
            return WebResult.failed("url is required, as a text").toToolResult();
        }
        String url = arguments.path("url").stringValue();
        WebResult result;
        try {
            result = Limited.call(limits.whole(), () -> fetch(WebUrl.parse(url), context.held()));
        } catch (TimeoutException e) {
            result = WebResult.failed(
                    "the page did not come within %d s".formatted(limits.whole().toSeconds()));
        } catch (FetchFailed e) {
            result = WebResult.failed(e.why());
        } catch (IOException e) {
            result = WebResult.failed("the page could not be fetched: " + e.getMessage());
        }
        return result.limited(limits.textBytes()).toToolResult();
    }

    private WebResult fetch(WebUrl first, HeldOutput held) throws IOException, InterruptedException {
        WebUrl url = first;
        for (int redirects = 0; redirects <= limits.redirects(); redirects++) {
            HttpGet.Response response = http.get(url, bytes -> held.holds(TIMES * bytes));
            ResponseHead head = response.head();
            if (!head.isRedirect()) {
                return read(url, response);
            }
            url = url.resolve(head.field("location")
                    .orElseThrow(() -> new FetchFailed("the server sends elsewhere and does not say where")));
        }
        throw new FetchFailed("the page is redirected more than %d times".formatted(limits.redirects()));
    }

    private WebResult read(WebUrl url, HttpGet.Response response) throws FetchFailed {
        ResponseHead head = response.head();
        String text = text(url, ContentType.of(head), response.body().bytes());
        String error = head.status() / 100 == 2
                ? null
                : "%s answered %s".formatted(url.authority(), (head.status() + " " + head.reason()).strip());
        return new WebResult(text, url.toString(), response.body().cut(), error);
    }

    private String text(WebUrl url, ContentType type, byte[] bytes) throws FetchFailed {
        String text = TextDecoding.decode(bytes, type.charset());
        boolean bytesOnly = type.isUnknown() && !TextDecoding.isUtf8(bytes);
        if (bytesOnly || text.indexOf('\0') >= 0) {
            throw type.notText();
        }
        return type.isHtml() || type.isUnknown() && beginsLikeHtml(text)
                ? PageText.of(text, url.toString(), limits.textBytes())
                : text;
    }

    private static boolean beginsLikeHtml(String text) {
        String start = text.stripLeading();
        return start.regionMatches(true, 0, "<!doctype html", 0, 14) || start.regionMatches(true, 0, "<html", 0, 5);
    }
}
