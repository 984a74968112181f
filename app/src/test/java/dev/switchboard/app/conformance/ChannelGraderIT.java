package dev.switchboard.app.conformance;

import static dev.switchboard.app.conformance.channel.ChannelRequirement.DUPLICATE_PENDING;
import static dev.switchboard.app.conformance.channel.ChannelRequirement.LOST_REPLY;
import static dev.switchboard.app.conformance.channel.ChannelRequirement.NEWEST_CONNECTION;
import static dev.switchboard.app.conformance.channel.ChannelRequirement.OPENS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.app.conformance.FlawedServer.Flaw;
import dev.switchboard.app.conformance.channel.ChannelGrader;
import dev.switchboard.app.conformance.channel.ChannelRequirement;
import dev.switchboard.app.conformance.channel.ChannelSettings;
import dev.switchboard.app.gateway.TestGateway;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.testkit.ScriptedModel;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChannelGraderIT {
    @TempDir
    Path data;

    /** Set while the grader tries this one. */
    private volatile String trying = "";

    @Test
    void ourGatewayPassesEveryRow() throws Exception {
        var model = ScriptedModel.echo();
        try (var gateway = TestGateway.start(data, model)) {
            // Some rows need a model that takes its time: until the second frame, or the second connection, is there.
            var awaited = Map.of(
                    DUPLICATE_PENDING.title(), "inbound_duplicate",
                    NEWEST_CONNECTION.title(), "terminal_connected",
                    LOST_REPLY.title(), "terminal_connected");
            model.script((_, _) -> {
                var event = awaited.entrySet().stream()
                        .filter(entry -> trying.contains(entry.getKey()))
                        .map(Map.Entry::getValue)
                        .findFirst();
                event.ifPresent(type -> {
                    long before = count(gateway, type);
                    await().until(() -> count(gateway, type) > before);
                });
                return ModelReply.text("Yes.");
            });
            var report = grade(gateway.channel("terminal-dev"), null, Duration.ofSeconds(20));
            assertThat(report.ids(Verdict.PASS)).as(report.toString()).isEqualTo(all());
            assertThat(report.conclusion()).isEqualTo("The server conforms.");
        }
    }

    @Test
    void aChannelWithATokenIsOpenedWithIt() throws Exception {
        try (var gateway = TestGateway.start(data, ScriptedModel.echo())) {
            var url = gateway.channel("guarded");
            assertThat(grade(url, "device-secret", Duration.ofSeconds(20)).ids(Verdict.FAIL))
                    .isEmpty();
        }
    }

    @Test
    void whereNothingListensOnlyOneRowFailsAndTheOthersAreNotSeen() throws Exception {
        int port;
        try (var closed = new ServerSocket(0)) {
            port = closed.getLocalPort();
        }
        var report = grade(URI.create("ws://127.0.0.1:" + port), null, Duration.ofSeconds(5));
        assertThat(report.ids(Verdict.FAIL)).containsExactly(OPENS.id());
        assertThat(report.count(Verdict.NOT_SEEN)).isEqualTo(all().size() - 1L);
        assertThat(report.passed()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        NONE                             |
        REPLIES_BEFORE_ACK               | ack_first
        CLOSES_ON_ERROR                  | message_before_connect peer_id_required message_id_required text_required unknown_type not_json
        KNOWS_NO_DUPLICATES              | duplicate_answered duplicate_pending lost_reply
        REPLIES_ON_THE_OLDEST_CONNECTION | newest_connection
        NEW_SESSION_FOR_EACH_CONNECTION  | same_session
        ONE_SESSION_FOR_ALL              | other_session
        FORGETS_RUN_ID                   | reply
        REFUSES_UNKNOWN_FIELDS           | unknown_fields
        """)
    void aServerWithAFlawFailsWhereTheFlawShows(Flaw flaw, @Nullable String rows) throws Exception {
        try (var server = new FlawedServer(flaw)) {
            var report = grade(server.url(), null, Duration.ofSeconds(2));
            var expected = rows == null
                    ? List.<String>of()
                    : Stream.of(rows.split(" ")).toList();
            assertThat(report.ids(Verdict.FAIL)).as(report.toString()).isEqualTo(expected);
            assertThat(report.rows()).allSatisfy(row -> assertThat(row.frames().isEmpty())
                    .as("frames of %s", row)
                    .isEqualTo(row.verdict() != Verdict.FAIL));
        }
    }

    private Report grade(URI url, @Nullable String token, Duration patience) throws InterruptedException {
        return ChannelGrader.run(new ChannelSettings(url, token, "kit", patience), sentence -> trying = sentence);
    }

    private static long count(TestGateway gateway, String type) {
        return gateway.events("terminal-dev").stream().filter(type::equals).count();
    }

    private static List<String> all() {
        return Arrays.stream(ChannelRequirement.values()).map(Requirement::id).toList();
    }
}
