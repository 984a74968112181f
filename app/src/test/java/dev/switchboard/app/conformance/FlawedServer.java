package dev.switchboard.app.conformance;

import dev.switchboard.edge.net.NetServer;
import dev.switchboard.edge.net.NetSettings;
import dev.switchboard.edge.net.Response;
import dev.switchboard.edge.net.SocketListener;
import dev.switchboard.edge.net.SocketSettings;
import dev.switchboard.edge.net.WebSocket;
import dev.switchboard.json.Json;
import dev.switchboard.protocol.terminal.FromTerminal.Connect;
import dev.switchboard.protocol.terminal.FromTerminal.Malformed;
import dev.switchboard.protocol.terminal.FromTerminal.Message;
import dev.switchboard.protocol.terminal.FromTerminal.Ping;
import dev.switchboard.protocol.terminal.FromTerminal.Unknown;
import dev.switchboard.protocol.terminal.TerminalFrames;
import dev.switchboard.protocol.terminal.ToTerminal;
import dev.switchboard.protocol.terminal.ToTerminal.Ack;
import dev.switchboard.protocol.terminal.ToTerminal.Connected;
import dev.switchboard.protocol.terminal.ToTerminal.Failure;
import dev.switchboard.protocol.terminal.ToTerminal.Pong;
import dev.switchboard.protocol.terminal.ToTerminal.Reply;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A terminal channel in one small class, which answers at once and does one thing wrong, or nothing. */
final class FlawedServer implements AutoCloseable {
    enum Flaw {
        NONE,
        REPLIES_BEFORE_ACK,
        CLOSES_ON_ERROR,
        KNOWS_NO_DUPLICATES,
        REPLIES_ON_THE_OLDEST_CONNECTION,
        NEW_SESSION_FOR_EACH_CONNECTION,
        ONE_SESSION_FOR_ALL,
        FORGETS_RUN_ID,
        REFUSES_UNKNOWN_FIELDS
    }

    private final Flaw flaw;
    private final NetServer server;
    private final Set<String> answered = new HashSet<>();
    private final Map<String, Deque<Socket>> peers = new HashMap<>();
    private int sessions;

    FlawedServer(Flaw flaw) {
        this.flaw = flaw;
        this.server = NetServer.start(
                NetSettings.of("127.0.0.1", 0),
                _ -> new Response.Upgrade(
                        new SocketSettings(Duration.ofSeconds(30), Duration.ofSeconds(30), 65_536, 65_536, 100),
                        new Socket()));
    }

    URI url() {
        return URI.create("ws://127.0.0.1:%d/".formatted(server.boundAddress().getPort()));
    }

    @Override
    public void close() {
        server.close(Duration.ZERO);
    }

    private synchronized String session(String peer) {
        return switch (flaw) {
            case NEW_SESSION_FOR_EACH_CONNECTION -> "session-" + ++sessions;
            case ONE_SESSION_FOR_ALL -> "session";
            default -> "session-" + peer;
        };
    }

    private final class Socket implements SocketListener {
        private @Nullable WebSocket socket;
        private @Nullable String peer;
        private String session = "";

        @Override
        public void onOpen(WebSocket opened) {
            socket = opened;
        }

        @Override
        public void onText(String text) {
            synchronized (FlawedServer.this) {
                if (flaw == Flaw.REFUSES_UNKNOWN_FIELDS && text.contains("future")) {
                    complain("unknown field");
                    return;
                }
                switch (TerminalFrames.read(text)) {
                    case Connect connect when connect.peerId() == null -> complain("peer_id is required");
                    case Connect connect -> greet(connect);
                    case Message _ when peer == null -> complain("connect is required before message");
                    case Message message when message.messageId() == null -> complain("message_id is required");
                    case Message message when message.text() == null -> complain("text is required");
                    case Message message -> answer(message);
                    case Ping() -> send(new Pong());
                    case Unknown _ -> complain("unknown type");
                    case Malformed _ -> complain("not JSON");
                }
            }
        }

        private void greet(Connect connect) {
            peer = String.valueOf(connect.peerId());
            session = session(peer);
            peers.computeIfAbsent(peer, _ -> new ArrayDeque<>()).addLast(this);
            send(new Connected("flawed", session));
        }

        private void answer(Message message) {
            var id = String.valueOf(message.messageId());
            var reply = Reply.assistant(id, "run-" + id, "Yes.", "stop");
            if (!answered.add(id) && flaw != Flaw.KNOWS_NO_DUPLICATES) {
                send(Ack.answered(id, session, "Yes.", "run-" + id, "stop", null));
            } else if (flaw == Flaw.REPLIES_BEFORE_ACK) {
                send(reply);
                send(Ack.accepted(id, session));
            } else {
                send(Ack.accepted(id, session));
                receiver().send(reply);
            }
        }

        private Socket receiver() {
            var all = peers.getOrDefault(String.valueOf(peer), new ArrayDeque<>());
            return flaw == Flaw.REPLIES_ON_THE_OLDEST_CONNECTION ? all.getFirst() : all.getLast();
        }

        private void complain(String error) {
            send(new Failure(error, null, null));
            if (flaw == Flaw.CLOSES_ON_ERROR && socket != null) {
                socket.close(1002, error);
            }
        }

        private void send(ToTerminal frame) {
            var text = TerminalFrames.write(frame);
            if (flaw == Flaw.FORGETS_RUN_ID && frame instanceof Reply) {
                var tree = Json.mapper().readTree(text).asObject();
                tree.remove("run_id");
                text = tree.toString();
            }
            if (socket != null) {
                socket.send(text);
            }
        }

        @Override
        public void onBinary() {}

        @Override
        public void onClose(int code, String reason) {
            synchronized (FlawedServer.this) {
                peers.values().forEach(all -> all.remove(this));
            }
        }
    }
}
