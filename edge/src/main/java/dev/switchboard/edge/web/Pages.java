package dev.switchboard.edge.web;

import dev.switchboard.edge.http.Access;
import dev.switchboard.edge.http.Route;
import dev.switchboard.edge.net.Headers;
import dev.switchboard.edge.net.Request;
import dev.switchboard.edge.net.Response;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The page at {@code /} and its files: a fixed table, read once. A request never becomes a file name, so there is no path
 * to traverse.
 */
public final class Pages {
    private static final Access.Open ANYONE =
            new Access.Open("anyone loads the page, nothing works without signing in");

    /** @param tag changes with the content; weak, because the server may compress on the way out */
    private record Page(String path, String contentType, byte[] content, String tag) {
        static Page load(String path, String file, String contentType) {
            try (var in = Pages.class.getResourceAsStream(file)) {
                if (in == null) {
                    throw new IllegalStateException("the build left out " + file);
                }
                var content = in.readAllBytes();
                var sum = new CRC32C();
                sum.update(content);
                var tag = "W/\"" + Long.toHexString(sum.getValue()) + "-" + content.length + "\"";
                return new Page(path, contentType, content, tag);
            } catch (IOException e) {
                throw new UncheckedIOException("cannot read " + file, e);
            }
        }
    }

    private final List<Page> pages = List.of(
            Page.load("/", "index.html", "text/html; charset=utf-8"),
            Page.load("/app.js", "app.js", "text/javascript; charset=utf-8"),
            Page.load("/app.css", "app.css", "text/css; charset=utf-8"),
            Page.load("/icon.svg", "icon.svg", "image/svg+xml"));

    public List<Route> routes() {
        return pages.stream()
                .map(page -> new Route("GET", page.path(), ANYONE, call -> serve(page, call.request())))
                .toList();
    }

    /** Kept by browsers, and asked for again each time: after an upgrade nobody sees the old page. */
    private static Response serve(Page page, Request request) {
        var headers = Headers.of("ETag", page.tag()).with("Cache-Control", "no-cache");
        return isKnown(page, request)
                ? new Response.Full(304, headers, new byte[0])
                : new Response.Full(200, headers.with("Content-Type", page.contentType()), page.content());
    }

    private static boolean isKnown(Page page, Request request) {
        return request.headers().all("If-None-Match").stream()
                .flatMap(line -> Arrays.stream(line.split(",", -1)))
                .map(String::strip)
                .anyMatch(tag -> tag.equals("*") || weak(tag).equals(page.tag()));
    }

    private static String weak(String tag) {
        return tag.startsWith("W/") ? tag : "W/" + tag;
    }
}
