package dev.switchboard.tools.web;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Finds the addresses of a name. */
@FunctionalInterface
public interface Names {
    /** At least one; in the order they should be tried. */
    List<InetAddress> addresses(String host) throws UnknownHostException, InterruptedException;
}
