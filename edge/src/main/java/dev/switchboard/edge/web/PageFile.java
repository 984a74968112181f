package dev.switchboard.edge.web;

import dev.switchboard.edge.net.Codings;
import dev.switchboard.edge.net.Headers;
import dev.switchboard.edge.net.Request;
import dev.switchboard.edge.net.Response;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Map;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * One file of a page, in memory with its compressed forms, if the build made any.
 *
 * @param cache how long a browser may keep it without asking
 * @param tag changes with the content; weak, because it stands for every compressed form
 */
record PageFile(
        String contentType,
        String cache,
        byte[] content,
        byte @Nullable [] gzip,
        byte @Nullable [] brotli,
        String tag) {

    /** Kept, and asked for again each time: after an upgrade nobody sees the old page. */
    static final String ASK_AGAIN = "no-cache";

    /** For files whose names change with their content. */
    static final String FOR_EVER = "public, max-age=31536000, immutable";

    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "svg", "image/svg+xml",
            "png", "image/png",
            "webmanifest", "application/manifest+json");

    /** @param resource its absolute name on the class path */
    static PageFile load(String resource, String cache) {
        var content = read(resource);
        if (content == null) {
            throw new IllegalStateException("the build left out " + resource);
        }
        var sum = new CRC32C();
        sum.update(content);
        return new PageFile(
                type(resource),
                cache,
                content,
                read(resource + ".gz"),
                read(resource + ".br"),
                "W/\"" + Long.toHexString(sum.getValue()) + "-" + content.length + "\"");
    }

    static byte @Nullable [] read(String resource) {
        try (var in = PageFile.class.getResourceAsStream(resource)) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + resource, e);
        }
    }

    private static String type(String name) {
        var type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
        if (type == null) {
            throw new IllegalStateException("nothing is known of files like " + name);
        }
        return type;
    }

    Response serve(Request request) {
        var headers = Headers.of("ETag", tag).with("Cache-Control", cache);
        if (isKnown(request)) {
            return new Response.Full(304, headers, new byte[0]);
        }
        headers = headers.with("Content-Type", contentType);
        if (brotli == null || gzip == null) {
            return new Response.Full(200, headers, content);
        }
        headers = headers.with("Vary", "Accept-Encoding");
        if (Codings.accepts(request, "br")) {
            return new Response.Full(200, headers.with("Content-Encoding", "br"), brotli);
        }
        return Codings.accepts(request, "gzip")
                ? new Response.Full(200, headers.with("Content-Encoding", "gzip"), gzip)
                : new Response.Full(200, headers, content);
    }

    private boolean isKnown(Request request) {
        return request.headers().all("If-None-Match").stream()
                .flatMap(line -> Arrays.stream(line.split(",", -1)))
                .map(String::strip)
                .anyMatch(known -> known.equals("*") || weak(known).equals(tag));
    }

    private static String weak(String tag) {
        return tag.startsWith("W/") ? tag : "W/" + tag;
    }
}
