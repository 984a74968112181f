package dev.switchboard.tools.web;

import java.net.InetAddress;
import java.util.Optional;

/** Which addresses of the network a page may be fetched from. */
@FunctionalInterface
public interface Addresses {
    /** What the address is, in words, if nothing may be fetched from it: "a private address". */
    Optional<String> refusal(InetAddress address);
}
