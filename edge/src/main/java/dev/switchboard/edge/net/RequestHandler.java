package dev.switchboard.edge.net;

/** Answers requests. Thread: a virtual thread per request. */
public interface RequestHandler {
    Response handle(Request request);
}
