package dev.switchboard.edge.net;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import java.io.IOException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One request and its answer. Thread: a virtual thread of its own, which may block. */
record Exchange(
        NetContext net,
        HttpConnection connection,
        HttpRequest received,
        byte[] body,
        Peer peer,
        Channel channel,
        WriteGate gate)
        implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(Exchange.class);

    @Override
    public void run() {
        try {
            var request = request();
            answer(request, respond(request));
        } catch (RefusedException e) {
            write(e.refusal().response());
        } catch (RuntimeException | Error e) {
            channel.close(); // nobody else would, and the client would wait for ever
            throw e;
        }
    }

    /** Has only the head looked at, and tells the connection whether to read on. */
    void vet() {
        Optional<Response.Full> refusal;
        try {
            refusal = net.handler().refuseBody(request());
        } catch (RefusedException e) {
            refusal = Optional.of(e.refusal().response());
        } catch (Throwable e) { // as in respond
            log.atError()
                    .addKeyValue("method", received.method().name())
                    .setCause(e)
                    .log("request failed");
            refusal = Optional.of(Refusal.FAILED.response());
        }
        var word = refusal;
        connection.onLoop(() -> connection.vetted(word));
    }

    private Request request() throws RefusedException {
        var target = RequestTarget.parse(received.uri());
        var request = new Request(
                received.method().name(),
                target.path(),
                target.segments(),
                target.query(),
                Headers.of(received.headers()),
                body,
                peer,
                RequestChecks.isUpgrade(received),
                connection::belongsTo);
        if (request.upgrade()) {
            Handshake.check(request);
        }
        connection.belongsTo(net.handler().clientOf(request));
        return request;
    }

    private Response respond(Request request) {
        try {
            return net.handler().handle(request);
        } catch (Throwable e) { // whatever it is, the client gets an answer and the log the reason
            log.atError()
                    .addKeyValue("method", request.method())
                    .addKeyValue("path", request.path())
                    .setCause(e)
                    .log("request failed");
            return Refusal.FAILED.response();
        }
    }

    private void answer(Request request, Response response) {
        switch (response) {
            case Response.Full full -> write(Compression.apply(request, full));
            case Response.Watched(var full, var watcher) ->
                write(new Response.Watched(Compression.apply(request, full), watcher));
            case Response.Streamed streamed -> {
                try {
                    write(streamed);
                } finally {
                    streamed.writer().over();
                }
            }
            case Response.Upgrade upgrade when request.upgrade() -> upgrade(request, upgrade);
            case Response.Upgrade _ -> write(Refusal.UPGRADE_REQUIRED.response());
        }
    }

    private void upgrade(Request request, Response.Upgrade upgrade) {
        var accepted = Handshake.accept(request, upgrade.protocol());
        connection.onLoop(() -> {
            if (!connection.upgrade(request, accepted, upgrade)) {
                Thread.ofVirtual().name("http").start(() -> write(Refusal.BUSY.response()));
            }
        });
    }

    private void write(Response response) {
        boolean chunks = received.protocolVersion().equals(HttpVersion.HTTP_1_1);
        boolean keepAlive = HttpUtil.isKeepAlive(received) && (chunks || !(response instanceof Response.Streamed));
        var writer = new ResponseWriter(
                channel, gate, connection::outgoing, received.method().equals(HttpMethod.HEAD), chunks, keepAlive);
        try {
            finish(writer, response, keepAlive);
        } catch (IOException e) {
            log.atDebug().setCause(e).log("the client left before its answer was complete");
            cut(response);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            cut(response);
        } catch (RuntimeException | Error e) {
            // The status may be out already: only a cut tells the client that this is not all.
            log.atError().setCause(e).log("answer failed");
            cut(response);
        }
    }

    private void cut(Response response) {
        channel.close();
        if (response instanceof Response.Watched(var _, var watcher)) {
            watcher.lost();
        }
    }

    private static void tell(Response.Watcher watcher, boolean written) {
        if (written) {
            watcher.written();
        } else {
            watcher.lost();
        }
    }

    private void finish(ResponseWriter writer, Response response, boolean keepAlive)
            throws IOException, InterruptedException {
        ChannelFuture written =
                switch (response) {
                    case Response.Full full -> writer.write(full);
                    case Response.Watched watched -> writer.write(watched.answer());
                    case Response.Streamed streamed -> writer.write(streamed);
                    case Response.Upgrade _ -> throw new AssertionError("an upgrade is not written");
                };
        connection.onLoop(() -> {
            connection.flushing();
            written.addListener(_ -> net.loops().guarded(() -> {
                net.loops().failed(written.cause());
                connection.answered(keepAlive && written.isSuccess());
            }));
        });
        if (response instanceof Response.Watched(var _, var watcher)) {
            written.addListener(_ -> net.loops().guarded(() -> tell(watcher, written.isSuccess())));
        }
    }
}
