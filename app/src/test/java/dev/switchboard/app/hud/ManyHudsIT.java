package dev.switchboard.app.hud;

import static dev.switchboard.app.hud.Hud.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.app.gateway.TestGateway;
import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.model.ToolCall;
import dev.switchboard.json.Json;
import dev.switchboard.testkit.Gate;
import dev.switchboard.testkit.RawSocket;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Many look at one session, and one of them does not read. */
@Timeout(180)
class ManyHudsIT {
    /** Twice, as pieces and as a whole, they fit into an outbox: who is slow here is not dropped for it. */
    private static final int PIECES = 100;

    @TempDir
    Path folder;

    private HudGateway gateway;

    @BeforeEach
    void start() throws Exception {
        gateway = new HudGateway(folder);
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    @Test
    void a_hundred_see_all_of_it_though_one_of_them_does_not_read() throws Exception {
        var gate = new Gate();
        var piece = "x".repeat(2_990) + " of many. ";
        gateway.model.script((request, listener) -> {
            if (!(request.messages().getLast() instanceof ModelMessage.ToolResult)) {
                gate.pass();
                return new ModelReply(
                        "",
                        null,
                        List.of(
                                new ToolCall("call_a", "exec", "{\"command\":\"seq 1 3000\"}"),
                                new ToolCall("call_b", "exec", "{\"command\":\"echo b\"}")),
                        null,
                        ModelReply.Finish.TOOL_CALLS);
            }
            for (int i = 0; i < PIECES; i++) {
                listener.text(piece);
            }
            return ModelReply.text(piece.repeat(PIECES));
        });
        var reading = new ArrayList<Hud>();
        try (var deaf = deaf("/ws/web-1")) {
            for (int i = 0; i < 99; i++) {
                reading.add(gateway.open("web-1"));
            }
            reading.getFirst().say("m-1", "go");
            gate.awaitSomebody();
            gate.open();
            List<JsonNode> activity = null;
            for (var hud : reading) {
                assertThat(text(hud.answered("m-1"), "text")).hasSize(PIECES * piece.length());
                var said = new StringBuilder();
                for (var delta : hud.of("delta")) {
                    assertThat(delta.get("offset").intValue()).isEqualTo(said.length());
                    said.append(text(delta, "text"));
                }
                assertThat(said.toString().equals(piece.repeat(PIECES)))
                        .as("the pieces are the whole")
                        .isTrue();
                activity = activity == null ? hud.activity() : activity;
                assertThat(hud.activity()).isEqualTo(activity);
                hud.frames.clear();
            }
            assertThat(endOf(deaf)).isIn("1013", "stop");
        } finally {
            reading.forEach(Hud::close);
        }
    }

    @Test
    void who_does_not_read_for_long_is_closed_with_1013_and_comes_back_for_the_rest() throws Exception {
        var batch = "x".repeat(100_000);
        int batches = 200;
        var wanted = new Semaphore(0);
        gateway.model.script((_, listener) -> {
            for (int i = 0; i < batches; i++) {
                wanted.acquire();
                listener.text(batch);
            }
            return ModelReply.text("done");
        });
        try (var deaf = deaf("/ws/web-1");
                var hud = gateway.open("web-1")) {
            hud.say("m-1", "go");
            // As fast as one of them reads.
            for (long heard = 0; heard < (long) batches * batch.length(); ) {
                wanted.release();
                heard += text(hud.next("delta"), "text").length();
            }
            assertThat(text(hud.answered("m-1"), "text")).isEqualTo("done");
            assertThat(endOf(deaf)).isEqualTo("1013");
            try (var back = gateway.open("web-1")) {
                assertThat(HudProtocolIT.texts(back.next("history"))).containsExactly("go", "done");
            }
        }
    }

    private RawSocket deaf(String path) throws IOException {
        return RawSocket.open(gateway.ws(path), 4_096, Map.of("Authorization", "Bearer " + TestGateway.TOKEN));
    }

    /** What one who reads at last gets: the code it was closed with, or how the answer ended. */
    private static String endOf(RawSocket socket) throws IOException {
        while (true) {
            RawSocket.Frame frame;
            try {
                frame = socket.receive();
            } catch (EOFException | SocketException e) {
                return "cut";
            }
            if (frame.opcode() == RawSocket.CLOSE) {
                return String.valueOf(frame.closeCode());
            }
            var json = Json.mapper().readTree(frame.text());
            if (json.has("finish_reason")) {
                return text(json, "finish_reason");
            }
        }
    }
}
