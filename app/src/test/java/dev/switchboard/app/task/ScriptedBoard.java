package dev.switchboard.app.task;

import dev.switchboard.edge.net.NetServer;
import dev.switchboard.edge.net.NetSettings;
import dev.switchboard.edge.net.Response;
import dev.switchboard.edge.net.SocketListener;
import dev.switchboard.edge.net.SocketSettings;
import dev.switchboard.edge.net.WebSocket;
import dev.switchboard.protocol.board.BoardFrames;
import dev.switchboard.protocol.board.Envelope;
import dev.switchboard.protocol.board.FromBoard;
import dev.switchboard.protocol.board.ToBoard;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The gateway's side of the board protocol, said by the test word for word. */
final class ScriptedBoard implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String TIME = "2026-11-16T10:30:00Z";

    private final BlockingQueue<Line> lines = new LinkedBlockingQueue<>();
    private final NetServer server = NetServer.start(
            NetSettings.of("127.0.0.1", 0),
            _ -> new Response.Upgrade(new SocketSettings(PATIENCE, PATIENCE, 4 << 20, 1 << 20, 1_024), new Line()));

    String url() {
        return "http://127.0.0.1:%d".formatted(server.boundAddress().getPort());
    }

    /** The next connection, which was let in. */
    Line accept() throws InterruptedException {
        var line = open();
        line.say(new ToBoard.Welcome("test", "1", "nonce", List.of()));
        line.reply(line.hear(FromBoard.Auth.class), new ToBoard.Authenticated("login", List.of(), null));
        return line;
    }

    /** The next connection, to which nothing was said. */
    Line open() throws InterruptedException {
        var line = lines.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        if (line == null) {
            throw new AssertionError("nobody connected");
        }
        return line;
    }

    @Override
    public void close() {
        server.close(Duration.ZERO);
    }

    final class Line implements SocketListener {
        private final BlockingQueue<Envelope<FromBoard>> heard = new LinkedBlockingQueue<>();
        private volatile @Nullable WebSocket socket;

        /** The next thing of this kind that is said; what comes before it is passed over. */
        <F extends FromBoard> Envelope<FromBoard> hear(Class<F> kind) throws InterruptedException {
            while (true) {
                var next = heard.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
                if (next == null) {
                    throw new AssertionError("no %s was said".formatted(kind.getSimpleName()));
                }
                if (kind.isInstance(next.payload())) {
                    return next;
                }
            }
        }

        void say(ToBoard payload) {
            raw(BoardFrames.write("msg", TIME, null, payload));
        }

        void reply(Envelope<FromBoard> to, ToBoard payload) {
            raw(BoardFrames.write("msg", TIME, to.id(), payload));
        }

        void raw(String text) {
            opened().send(text);
        }

        void cut() {
            opened().cut();
        }

        void close(int code, String reason) {
            opened().close(code, reason);
        }

        /** Starts whatever is submitted. */
        void start(String taskId) throws InterruptedException {
            var submit = hear(FromBoard.Submit.class);
            var key = String.valueOf(((FromBoard.Submit) submit.payload()).idempotencyKey());
            reply(submit, new ToBoard.TaskStarted(taskId, key, TIME));
        }

        void complete(String taskId, String text) {
            say(new ToBoard.TaskCompleted(
                    taskId, new ToBoard.Result(text, null, null, null), new ToBoard.Usage(0, 0, 0, null), TIME));
        }

        private WebSocket opened() {
            var open = socket;
            if (open == null) {
                throw new AssertionError("it is not open");
            }
            return open;
        }

        @Override
        public void onOpen(WebSocket opened) {
            opened.authenticated();
            socket = opened;
            lines.add(this);
        }

        @Override
        public void onText(String text) {
            if (BoardFrames.read(text) instanceof BoardFrames.Read.Message<FromBoard>(var message)) {
                heard.add(message);
            }
        }

        @Override
        public void onBinary() {}

        @Override
        public void onClose(int code, String reason) {}
    }
}
