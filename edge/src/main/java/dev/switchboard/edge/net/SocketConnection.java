package dev.switchboard.edge.net;

import dev.switchboard.core.bound.Total;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An open WebSocket. Frames come in through the {@link FrameReader} and the {@link Inbox} to the listener, and go out
 * through the {@link Outbox}; what is here is its life: heartbeats, the greeting's deadline and the many ways to end.
 *
 * <p>Thread: the methods of {@link WebSocket} from any, {@code take} and {@code roomAgain} on the listener's virtual
 * thread, all else on the event loop. There may be tens of thousands of these, idle: mind each field.
 */
final class SocketConnection extends Connection implements WebSocket, FrameReader.Sink, Inbox.Reader, Outbox.Owner {
    private static final Logger log = LoggerFactory.getLogger(SocketConnection.class);

    private static final int MAX_READ_AHEAD = 64 * 1024;

    private final NetContext net;
    private final Channel channel;
    private final Peer peer;
    private final String client;
    private final SocketSettings settings;
    private final SocketListener listener;
    private final FrameReader reader = new FrameReader();
    private final Inbox inbox = new Inbox(this);
    private final Outbox outbox;
    private final Ending ending;
    private final Pulse pulse;
    private final long greetBy;

    /** Whom what is held here counts against. */
    private volatile String user;

    private volatile boolean authenticated;
    /** We have closed, so the listener hears no more frames. */
    private volatile boolean deaf;

    private boolean preAuth = true;
    private boolean gone;
    private boolean ended;
    /** While more has come in than is worth counting. */
    private Total.@Nullable Part unfinished;

    /** The caller has already entered the gate. */
    SocketConnection(
            NetContext net,
            Channel channel,
            Peer peer,
            String client,
            SocketSettings settings,
            SocketListener listener) {
        this.net = net;
        this.channel = channel;
        this.peer = peer;
        this.client = client;
        this.user = client;
        this.settings = settings;
        this.listener = listener;
        this.outbox = new Outbox(channel, settings, this);
        this.ending = new Ending(channel, outbox);
        this.pulse = new Pulse(settings.heartbeat(), Sweep.now());
        this.greetBy = Sweep.now() + settings.greetingWithin().toMillis();
    }

    void open() {
        net.sweepOf(channel.eventLoop()).add(this);
        inbox.put(new Inbox.Item.Opened());
        if (!channel.isActive()) {
            gone();
        }
    }

    // WebSocket

    @Override
    public void send(String text, Receipt receipt) {
        switch (outbox.offer(text.getBytes(StandardCharsets.UTF_8), receipt)) {
            case TAKEN -> {}
            case CLOSED -> onLoop(() -> Outbox.settle(receipt, false));
            case OVERRUN -> {
                deaf = true;
                onLoop(() -> {
                    Outbox.settle(receipt, false);
                    overrun();
                });
            }
        }
    }

    @Override
    public void close(int code, String reason) {
        if (outbox.close()) {
            deaf = true;
            onLoop(() -> ending.say(code, reason));
        }
    }

    @Override
    public void overrun(String reason) {
        if (outbox.close()) {
            deaf = true;
            net.counters().overruns.increment();
            onLoop(() -> ending.say(CloseCode.TRY_LATER, reason));
        }
    }

    @Override
    public void authenticated() {
        authenticated = true;
        onLoop(this::leaveGate);
    }

    @Override
    public void authenticatedAs(String who) {
        user = who;
        outbox.belongsTo(who);
        authenticated = true;
        onLoop(() -> {
            leaveGate();
            if (unfinished != null) {
                unfinished.belongsTo(who);
            }
        });
    }

    @Override
    public Peer peer() {
        return peer;
    }

    // Coming in

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        var bytes = (ByteBuf) message;
        if (ending.isDone()) {
            bytes.release();
            return;
        }
        pulse.sign(Sweep.now());
        reader.feed(context.alloc(), bytes);
        pump();
    }

    /**
     * Decodes while the listener can follow. Before the client has said who it is, each frame waits for the listener to
     * be done with the one before, since that one may raise the limit.
     */
    private void pump() {
        boolean room = true;
        try {
            while (!ending.isDone() && (room = inbox.hasRoom(!authenticated && !deaf))) {
                int limit = authenticated ? settings.maxFrame() : SocketSettings.MAX_FRAME_BEFORE_AUTHENTICATION;
                if (!reader.advance(limit, this)) {
                    break;
                }
            }
        } catch (FrameException e) {
            fail(e.closeCode(), e.reason());
        }
        if (ending.isDone()) {
            reader.drop();
            reader.release();
        }
        if (gone) {
            if (room || ending.isDone()) {
                end();
            }
        } else {
            channel.config().setAutoRead(reader.buffered() <= MAX_READ_AHEAD);
        }
        count();
    }

    /** Tells the total what has come in and is not done with: after the reading, when a small frame is over already. */
    private void count() {
        if (unfinished == null) {
            if (reader.held() + inbox.held() <= NetTotals.LITTLE) {
                return;
            }
            unfinished = net.totals().unfinished().part(user, this::holdsTooMuch);
        }
        long held = reader.held() + (long) inbox.heldUntilTold();
        unfinished.holds(held);
        if (held == 0) {
            unfinished = null;
        }
    }

    /** All connections hold too much unfinished, and this one the most. Thread: any. */
    private void holdsTooMuch() {
        deaf = true;
        reader.drop();
        inbox.drop();
        outbox.close();
        onLoop(() -> {
            ending.sayLast(
                    CloseCode.TRY_LATER, "too many unfinished frames in all, most of them yours: connect again later");
            pump();
        });
    }

    /** All outboxes hold too much, and this one the most. Thread: any. */
    private void outboxHoldsTooMuch() {
        deaf = true;
        var given = outbox.drop();
        onLoop(() -> {
            given.forEach(receipt -> Outbox.settle(receipt, false));
            ending.say(CloseCode.TRY_LATER, "too slow: too much waits in all outboxes, most of it for you");
        });
    }

    @Override
    public Total.Part outgoing() {
        return net.totals().outgoing().part(user, this::outboxHoldsTooMuch);
    }

    @Override
    public EventLoops loops() {
        return net.loops();
    }

    private void onLoop(Runnable work) {
        net.loops().run(channel.eventLoop(), work);
    }

    @Override
    public void roomAgain() {
        onLoop(this::pump);
    }

    @Override
    public void onText(String text, int bytes) {
        if (!deaf) {
            inbox.put(new Inbox.Item.Text(text, bytes));
        }
    }

    @Override
    public void onBinary() {
        if (!deaf) {
            inbox.put(new Inbox.Item.Binary());
        }
    }

    @Override
    public void onPing(byte[] payload) {
        outbox.pong(payload);
        listener.onPing();
    }

    @Override
    public void onPong() {
        // It came, and that was noted.
    }

    /** The client's last word. */
    @Override
    public void onCloseFrame(int code, String reason) {
        if (outbox.close() || ending.isOpen()) {
            ending.answer(code, reason);
        } else {
            ending.done();
        }
    }

    @Override
    public void take(Inbox.Item item) {
        try {
            switch (item) {
                case Inbox.Item.Opened() -> listener.onOpen(this);
                case Inbox.Item.Closed(int code, String reason) -> listener.onClose(code, reason);
                case Inbox.Item.Text(String text, int _) -> {
                    if (!deaf) {
                        listener.onText(text);
                    }
                }
                case Inbox.Item.Binary() -> {
                    if (!deaf) {
                        listener.onBinary();
                    }
                }
            }
        } catch (Throwable e) { // whatever it is, the client is told and the log has the reason
            try {
                close(CloseCode.FAILED, "internal error");
                log.atError().addKeyValue("peer", peer.address()).setCause(e).log("socket listener failed");
            } catch (Error _) {
                channel.close(); // not even memory for that, and still nobody else's concern
            }
        }
    }

    // Going out

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        outbox.drain();
    }

    // Ending

    private void overrun() {
        net.counters().overruns.increment();
        log.atInfo().addKeyValue("peer", peer.address()).log("outbox full, socket closed");
        outbox.abandon();
        ending.say(CloseCode.TRY_LATER, "too slow: the outbox is full");
    }

    /** The client's bytes make no sense from here on. */
    private void fail(int code, String reason) {
        deaf = true;
        if (ending.isOpen()) {
            outbox.abandon();
        }
        ending.sayLast(code, reason);
    }

    @Override
    void tick(long now) {
        if (ending.isOverdue(now)) {
            cut();
        }
        if (!ending.isOpen()) {
            return;
        }
        if (!authenticated && now >= greetBy) {
            close(CloseCode.POLICY, "nobody has signed in");
            return;
        }
        if (!channel.config().isAutoRead()) {
            pulse.sign(now); // it is us who do not listen
        }
        switch (pulse.at(now)) {
            case NONE -> {}
            case PING -> outbox.ping();
            case DEAD -> {
                ending.because(CloseCode.CUT, "no sign of life for three heartbeats");
                cut();
            }
        }
    }

    @Override
    void retire() {
        close(CloseCode.GOING_AWAY, "the server is stopping");
    }

    @Override
    public void cut() {
        channel.close();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        gone();
    }

    /** What has come before is still heard, then the end. */
    private void gone() {
        gone = true;
        outbox.fail();
        leaveGate();
        net.sweepOf(channel.eventLoop()).remove(this);
        pump();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        net.loops().failed(cause);
        log.atDebug().addKeyValue("peer", peer.address()).setCause(cause).log("socket failed");
        cut();
    }

    private void end() {
        if (!ended) {
            ended = true;
            reader.drop();
            reader.release();
            net.counters().sockets.decrementAndGet();
            inbox.put(ending.told());
        }
    }

    private void leaveGate() {
        if (preAuth) {
            preAuth = false;
            net.gate().leave(client);
        }
    }
}
