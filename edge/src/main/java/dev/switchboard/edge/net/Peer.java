package dev.switchboard.edge.net;

import java.net.InetAddress;

/**
 * The other end of a connection, as the kernel names it. An IPv4 address mapped into IPv6 is given as IPv4, so that one
 * client has one key.
 */
public record Peer(InetAddress address, boolean secure) {
    public boolean isLoopback() {
        return address.isLoopbackAddress();
    }
}
