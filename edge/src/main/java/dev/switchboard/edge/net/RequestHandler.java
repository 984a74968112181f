package dev.switchboard.edge.net;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Answers requests, and says whom a connection is counted against until it has said who it is. */
public interface RequestHandler {

    /** Thread: a virtual thread per request. */
    Response handle(Request request);

    /**
     * Asked before a body of more than {@link HttpConnection#MAX_UNVETTED} bytes is read: the answer for whoever may not
     * send one. {@code head} is the request without its body. Thread: a virtual thread per request.
     */
    default Optional<Response.Full> refuseBody(Request head) {
        return Optional.empty();
    }

    /**
     * Whom a connection is counted against that is between requests; null if its address says nothing of the client, as
     * behind a proxy, and it counts among all alone. Thread: the event loop; be quick.
     */
    default @Nullable String clientOf(Peer peer) {
        return peer.address().getHostAddress();
    }

    /** Whom a WebSocket is counted against that this request has opened. Thread: the event loop; be quick. */
    default String clientOf(Request request) {
        return request.peer().address().getHostAddress();
    }
}
