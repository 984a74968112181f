package dev.switchboard.edge.http;

import dev.switchboard.edge.net.Response;

/** Answers one call. Thread: a virtual thread per request; may block. */
public interface Handler {
    Response handle(Call call);
}
