package dev.switchboard.cli.pair;

import dev.switchboard.cli.console.Streams;
import dev.switchboard.cli.console.Visible;
import dev.switchboard.cli.remote.Exit;
import dev.switchboard.cli.remote.RemoteGateway;

/**
 * {@code switchboard pair}. The link is all that goes to stdout, so that it can be piped on to whatever shows it; what is
 * said about it goes to stderr.
 */
public final class PairProcess {
    private static final String CODES = "/api/session/codes";

    private final RemoteGateway gateway;
    private final Streams streams;
    private final boolean json;

    public PairProcess(RemoteGateway gateway, Streams streams, boolean json) {
        this.gateway = gateway;
        this.streams = streams;
        this.json = json;
    }

    /** Returns the exit code. */
    public int run() {
        var reply = gateway.send("POST", CODES, null);
        var link = reply.body().path("url");
        if (reply.status() != 200 || !link.isString()) {
            throw gateway.refused(reply, "sign browsers in", "admin");
        }
        if (json) {
            streams.out().println(reply.body());
        } else {
            streams.err()
                    .println("Open this in the browser to sign in; it works once, until %s:"
                            .formatted(until(reply.body().path("expires_at").asString(""))));
            streams.out().println(Visible.line(link.stringValue()));
        }
        streams.out().flush();
        return Exit.DONE;
    }

    /** To the second, which is enough for a person. */
    private static String until(String time) {
        return Visible.line(time).replaceFirst("\\.\\d+Z$", "Z");
    }
}
