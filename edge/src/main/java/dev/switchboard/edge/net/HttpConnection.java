package dev.switchboard.edge.net;

import dev.switchboard.core.bound.Total;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.util.ReferenceCountUtil;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An HTTP/1.1 connection: collects one request at a time, has it answered on a virtual thread, and reads the next one
 * when the answer is written. Thread: the event loop.
 */
final class HttpConnection extends Connection {
    private static final Logger log = LoggerFactory.getLogger(HttpConnection.class);

    /** How long a client that does not read may hold an answer that is already complete. */
    private static final long FLUSH_MILLIS = 60_000;

    /** What of a body is read of anyone; for more the handler is asked first. */
    static final int MAX_UNVETTED = 64 * 1024;

    private enum State {
        READING,
        /** The handler looks at the head of a request whose body is long. */
        VETTING,
        HANDLING,
        FLUSHING,
        IDLE,
        CLOSING
    }

    private final NetContext net;
    private final Channel channel;
    private final Peer peer;
    private final @Nullable String client;
    private final RequestDecoder decoder = new RequestDecoder(this::onBytes);
    private final RequestBody body;
    private final WriteGate writeGate;

    private State state = State.READING;
    private long deadline;
    private boolean counted = true;
    private boolean retiring;
    private @Nullable HttpRequest head;
    private boolean vetted;
    /** Whom what is held here counts against: its client's address, until the handler knows better. */
    private volatile String user;
    /** While an answer is complete and not read. */
    private Total.@Nullable Part unread;

    /** The caller has already entered the gate. */
    HttpConnection(NetContext net, Channel channel, Peer peer, @Nullable String client) {
        this.net = net;
        this.channel = channel;
        this.peer = peer;
        this.client = client;
        this.user = stranger();
        this.body = new RequestBody(net, () -> onLoop(this::holdsTooMuch));
        this.writeGate = new WriteGate(channel);
        this.deadline = Sweep.now() + net.settings().requestWithin().toMillis();
    }

    private String stranger() {
        return client == null ? peer.address().getHostAddress() : client;
    }

    /** What this request and its answer hold is this user's. Thread: the request's own. */
    void belongsTo(String who) {
        user = who;
        body.belongsTo(who);
    }

    /** For what waits until the client has read. Thread: any. */
    Total.Part outgoing() {
        return net.totals().outgoing().part(user, () -> onLoop(this::cut));
    }

    void onLoop(Runnable work) {
        net.loops().run(channel.eventLoop(), work);
    }

    RequestDecoder decoder() {
        return decoder;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        net.sweepOf(channel.eventLoop()).add(this);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        try {
            if (state != State.CLOSING && message instanceof HttpObject part) {
                read(part);
            }
        } catch (RefusedException e) {
            refuse(e.refusal().response());
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private void read(HttpObject part) throws RefusedException {
        if (part instanceof HttpRequest request) {
            RequestChecks.checkCoding(request); // first, because the decoder has words for it that say less
        }
        if (part.decoderResult().isFailure()) {
            throw new RefusedException(refusalOf(part.decoderResult().cause()));
        }
        if (part instanceof HttpRequest request) {
            begin(request);
        }
        if (part instanceof HttpContent content) {
            collect(content.content());
        }
        if (part instanceof LastHttpContent && head != null) {
            handOver(head);
        }
    }

    private void begin(HttpRequest request) throws RefusedException {
        RequestChecks.check(request, net.settings().maxBody());
        head = request;
        vetted = false;
        if (HttpUtil.getContentLength(request, 0L) > MAX_UNVETTED) {
            vet(request);
        } else {
            encourage(request);
        }
    }

    private void encourage(HttpRequest request) {
        if (HttpUtil.is100ContinueExpected(request)) {
            channel.writeAndFlush(new DefaultFullHttpResponse(
                    HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE, Unpooled.EMPTY_BUFFER));
        }
    }

    /** Reads no further until the handler has said whether this client may send a long body. */
    private void vet(HttpRequest request) {
        decoder.pause();
        state = State.VETTING;
        var exchange = new Exchange(net, this, request, new byte[0], peer, channel, writeGate);
        Thread.ofVirtual().name("http").start(exchange::vet);
    }

    /** The handler's word on a long body. */
    void vetted(Optional<Response.Full> refusal) {
        if (state != State.VETTING || head == null || !channel.isActive()) {
            return;
        }
        if (refusal.isPresent()) {
            refuse(refusal.get());
            return;
        }
        vetted = true;
        state = State.READING;
        if (body.length() == 0) {
            encourage(head);
        }
        resume();
    }

    private void resume() {
        try {
            decoder.resume(channel.pipeline().context(decoder));
        } catch (Exception e) {
            log.atWarn().setCause(e).log("reading on failed");
            cut();
        }
    }

    private void collect(ByteBuf content) throws RefusedException {
        body.collect(content, user);
        if (!vetted && body.length() > MAX_UNVETTED && head != null) {
            vet(head); // in chunks, so that its length was not announced
        }
    }

    /** All connections hold too much unfinished, and this one the most. */
    private void holdsTooMuch() {
        switch (state) {
            case READING, VETTING -> refuse(Refusal.TOO_MUCH.response());
            case HANDLING -> cut();
            case FLUSHING, IDLE, CLOSING -> {}
        }
    }

    private void handOver(HttpRequest request) {
        decoder.pause();
        leaveGate();
        state = State.HANDLING;
        head = null;
        var exchange = new Exchange(net, this, request, body.take(user), peer, channel, writeGate);
        Thread.ofVirtual().name("http").start(exchange);
    }

    /** The whole answer is on its way. */
    void flushing() {
        state = State.FLUSHING;
        deadline = Sweep.now() + FLUSH_MILLIS;
        releaseBody();
        long left = Unsent.bytes(channel);
        if (left > NetTotals.LITTLE) {
            unread = outgoing();
            unread.holds(left);
        }
    }

    /**
     * The answer is written: on to the next request. Until that one is complete the connection is a stranger's again:
     * it is counted, and closed if there are too many.
     */
    void answered(boolean keepAlive) {
        releaseBody();
        releaseAnswer();
        user = stranger();
        if (!keepAlive || retiring || !channel.isActive() || !enterGate()) {
            closeGently();
            return;
        }
        state = State.IDLE;
        deadline = Sweep.now() + net.settings().idleFor().toMillis();
        resume();
    }

    /**
     * Hands the connection to a WebSocket; false if too many of them have not said who they are. If the client has left
     * meanwhile the listener never hears of it.
     */
    boolean upgrade(Request request, DefaultFullHttpResponse accepted, Response.Upgrade upgrade) {
        if (!channel.isActive()) {
            accepted.release();
            return true;
        }
        var opener = net.handler().clientOf(request);
        if (!net.gate().enter(opener)) {
            accepted.release();
            net.counters().refused.increment();
            return false;
        }
        releaseBody();
        net.sweepOf(channel.eventLoop()).remove(this);
        net.counters().sockets.incrementAndGet();
        channel.writeAndFlush(accepted);
        var pipeline = channel.pipeline();
        var socket = new SocketConnection(net, channel, peer, opener, upgrade.settings(), upgrade.listener());
        pipeline.addLast(socket);
        pipeline.remove(this);
        pipeline.remove(HttpResponseEncoder.class);
        socket.open();
        pipeline.remove(decoder); // passes on what the client sent right behind its request
        channel.config().setAutoRead(true);
        return true;
    }

    private void refuse(Response.Full refusal) {
        state = State.CLOSING;
        deadline = Sweep.now() + FLUSH_MILLIS;
        decoder.discard();
        releaseBody();
        var response = ResponseHead.full(refusal, false);
        channel.writeAndFlush(response).addListener((ChannelFutureListener) _ -> closeGently());
    }

    /** Says goodbye first and closes when the client did too: closing on unread bytes would take back the answer. */
    private void closeGently() {
        state = State.CLOSING;
        decoder.discard();
        Linger.begin(channel);
        deadline = Sweep.now() + Linger.MILLIS;
    }

    private void onBytes() {
        if (state == State.IDLE) {
            state = State.READING;
            deadline = Sweep.now() + net.settings().requestWithin().toMillis();
        }
    }

    @Override
    void tick(long now) {
        if (state != State.HANDLING && now >= deadline) {
            cut();
        }
    }

    @Override
    void retire() {
        retiring = true;
        if (state == State.IDLE || state == State.READING || state == State.VETTING) {
            cut();
        }
    }

    @Override
    void cut() {
        channel.close();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        writeGate.changed();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        writeGate.changed();
        leaveGate();
        releaseBody();
        releaseAnswer();
        net.sweepOf(channel.eventLoop()).remove(this);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        net.loops().failed(cause);
        log.atDebug().addKeyValue("peer", peer.address()).setCause(cause).log("connection failed");
        cut();
    }

    private boolean enterGate() {
        counted = net.gate().enter(client);
        return counted;
    }

    private void leaveGate() {
        if (counted) {
            counted = false;
            net.gate().leave(client);
        }
    }

    private void releaseBody() {
        body.release();
        head = null;
    }

    private void releaseAnswer() {
        if (unread != null) {
            unread.close();
            unread = null;
        }
    }

    private static Refusal refusalOf(Throwable cause) {
        return switch (cause) {
            case TooLongHttpLineException _ -> Refusal.URI_TOO_LONG;
            case TooLongFrameException _ -> Refusal.HEADERS_TOO_LARGE;
            default -> Refusal.BAD_REQUEST;
        };
    }
}
