package dev.switchboard.edge.auth;

import dev.switchboard.edge.net.Headers;
import dev.switchboard.edge.net.Peer;
import dev.switchboard.edge.net.Request;
import java.net.InetAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A request as the listener would hand it over. By default a program on this machine that asks localhost. */
public final class TestRequest {
    private final String method;
    private final String path;
    private final Map<String, String> query = new HashMap<>();
    private Headers headers = Headers.of("Host", "localhost:18080");
    private byte[] body = {};
    private InetAddress address = InetAddress.ofLiteral("127.0.0.1");
    private boolean secure;
    private boolean upgrade;

    private TestRequest(String method, String path) {
        this.method = method;
        this.path = path;
    }

    public static TestRequest of(String method, String target) {
        var parts = target.split("\\?", 2);
        var request = new TestRequest(method, parts[0]);
        if (parts.length == 2) {
            for (var pair : parts[1].split("&", -1)) {
                var sides = pair.split("=", 2);
                request.query.putIfAbsent(decode(sides[0]), decode(sides[1]));
            }
        }
        return request;
    }

    public static TestRequest get(String target) {
        return of("GET", target);
    }

    public static TestRequest post(String target, String json) {
        return of("POST", target).header("Content-Type", "application/json").body(json);
    }

    public static TestRequest delete(String target) {
        return of("DELETE", target);
    }

    /** Replaces. */
    public TestRequest header(String name, String value) {
        headers = headers.with(name, value);
        return this;
    }

    /** Adds. */
    public TestRequest also(String name, String value) {
        headers = headers.and(name, value);
        return this;
    }

    public TestRequest host(String host) {
        return header("Host", host);
    }

    public TestRequest origin(String origin) {
        return header("Origin", origin);
    }

    public TestRequest bearer(String secret) {
        return header("Authorization", "Bearer " + secret);
    }

    public TestRequest body(String text) {
        body = text.getBytes(StandardCharsets.UTF_8);
        return this;
    }

    public TestRequest from(String address) {
        this.address = InetAddress.ofLiteral(address);
        return this;
    }

    public TestRequest overTls() {
        secure = true;
        return this;
    }

    public TestRequest asUpgrade() {
        upgrade = true;
        return header("Connection", "Upgrade").header("Upgrade", "websocket");
    }

    public TestRequest withoutHost() {
        var kept = Headers.NONE;
        for (var entry : headers.asMap().entrySet()) {
            for (var value : entry.getValue()) {
                kept = entry.getKey().equals("Host") ? kept : kept.and(entry.getKey(), value);
            }
        }
        headers = kept;
        return this;
    }

    public Request build() {
        return new Request(
                method, path, segments(path), Map.copyOf(query), headers, body, new Peer(address, secure), upgrade);
    }

    private static List<String> segments(String path) {
        return Arrays.stream(path.substring(1).split("/", -1))
                .map(piece -> decode(piece.replace("+", "%2B")))
                .toList();
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
