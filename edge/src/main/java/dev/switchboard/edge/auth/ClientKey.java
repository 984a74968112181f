package dev.switchboard.edge.auth;

import dev.switchboard.edge.net.Request;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * One client, one key, however its address is written: what wrong tokens and connections that have
 * not said who they are are counted against, and nothing else. No
 * address is ever trusted.
 */
public record ClientKey(String value) {

    /** All of 127.0.0.0/8 and ::1: a program on this machine could otherwise take a new address for each guess. */
    private static final ClientKey LOOPBACK = new ClientKey("loopback");

    static ClientKey of(Request request, boolean behindProxy) {
        return of(addressOf(request, behindProxy));
    }

    /**
     * The client of a request. Behind a proxy it is the <em>last</em> entry of {@code X-Forwarded-For}: a proxy appends
     * the address that it saw itself, so the last entry is the proxy's word and all before it is whatever the client
     * sent. Without a configured proxy the header is anyone's word and is not read. A missing or unreadable entry falls
     * back to the proxy's own address: its clients then share one key, which slows wrong tokens and stops no right one.
     */
    static InetAddress addressOf(Request request, boolean behindProxy) {
        if (behindProxy) {
            var lines = request.headers().all("X-Forwarded-For");
            if (!lines.isEmpty()) {
                var line = lines.getLast();
                var entry = line.substring(line.lastIndexOf(',') + 1).strip();
                return Authority.literal(entry).orElse(request.peer().address());
            }
        }
        return request.peer().address();
    }

    /** IPv4 whole, IPv6 by its first 64 bits: a household has that many addresses to try from. */
    public static ClientKey of(InetAddress address) {
        if (address.isLoopbackAddress()) {
            return LOOPBACK;
        }
        if (!(address instanceof Inet6Address)) {
            return new ClientKey(address.getHostAddress());
        }
        var bytes = address.getAddress();
        return new ClientKey(HexFormat.of().formatHex(Arrays.copyOf(bytes, 8)) + "/64");
    }

    @Override
    public String toString() {
        return value;
    }
}
