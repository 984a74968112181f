package dev.switchboard.edge.net;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/** Gzip for whole answers that are text, where the client takes it. */
final class Compression {
    private static final int WORTH_IT = 1024;
    private static final List<String> TEXT_LIKE = List.of("text/", "json", "javascript", "xml", "wasm");

    private Compression() {}

    static Response.Full apply(Request request, Response.Full full) {
        var type = full.headers().first("Content-Type").orElse("").toLowerCase(Locale.ROOT);
        if (full.body().length < WORTH_IT
                || full.headers().first("Content-Encoding").isPresent()
                || TEXT_LIKE.stream().noneMatch(type::contains)) {
            return full;
        }
        var headers = full.headers().all("Vary").contains("Accept-Encoding")
                ? full.headers()
                : full.headers().and("Vary", "Accept-Encoding");
        return Codings.accepts(request, "gzip")
                ? new Response.Full(full.status(), headers.with("Content-Encoding", "gzip"), gzip(full.body()))
                : new Response.Full(full.status(), headers, full.body());
    }

    private static byte[] gzip(byte[] body) {
        var out = new ByteArrayOutputStream(body.length / 4);
        try (var gzip = new GZIPOutputStream(out)) {
            gzip.write(body);
        } catch (IOException e) {
            throw new UncheckedIOException("memory does not fail to be written", e);
        }
        return out.toByteArray();
    }
}
