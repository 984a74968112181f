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
import dev.switchboard.testkit.FreePort;
import dev.switchboard.testkit.ScriptedModel;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChannelGraderIT {
    @TempDir
    Path data;

    /** What the model waits for before it answers. */
    private volatile Callable<Boolean> ready = () -> true;

    @Test
    void ourGatewayPassesEveryRow() throws Exception {
        var model = new ScriptedModel((_, _) -> {
            await().until(ready);
            return ModelReply.text("Yes.");
        });
        try (var gateway = TestGateway.start(data, model)) {
            var settings = new ChannelSettings(gateway.channel("terminal-dev"), null, "kit", Duration.ofSeconds(60));
            var report = ChannelGrader.run(settings, sentence -> ready = readyFor(sentence, gateway));
            assertThat(report.ids(Verdict.PASS)).as(report.toString()).isEqualTo(all());
            assertThat(report.conclusion()).isEqualTo("The server conforms.");
        }
    }

    /** Some rows need a model that takes its time: until the second frame, or the second connection, is there. */
    private static Callable<Boolean> readyFor(String sentence, TestGateway gateway) {
        if (sentence.contains(DUPLICATE_PENDING.title())) {
            return counted(gateway, "inbound_duplicate", 1);
        }
        return sentence.contains(NEWEST_CONNECTION.title()) || sentence.contains(LOST_REPLY.title())
                ? counted(gateway, "terminal_connected", 2)
                : () -> true;
    }

    private static Callable<Boolean> counted(TestGateway gateway, String event, int more) {
        long enough = count(gateway, event) + more;
        return () -> count(gateway, event) >= enough;
    }

    @Test
    void aChannelWithATokenIsOpenedWithIt() throws Exception {
        try (var gateway = TestGateway.start(data, ScriptedModel.echo())) {
            var url = gateway.channel("guarded");
            assertThat(grade(url, "device-secret", Duration.ofSeconds(60)).ids(Verdict.FAIL))
                    .isEmpty();
        }
    }

    @Test
    void whereNothingListensOnlyOneRowFailsAndTheOthersAreNotSeen() throws Exception {
        var report = grade(URI.create("ws://127.0.0.1:" + FreePort.pick()), null, Duration.ofSeconds(5));
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
            var report = grade(server.url(), null, Duration.ofSeconds(3));
            var expected = rows == null
                    ? List.<String>of()
                    : Stream.of(rows.split(" ")).toList();
            assertThat(report.ids(Verdict.FAIL)).as(report.toString()).isEqualTo(expected);
            assertThat(report.rows()).allSatisfy(row -> assertThat(row.frames().isEmpty())
                    .as("frames of %s", row)
                    .isEqualTo(row.verdict() != Verdict.FAIL));
        }
    }

    private static Report grade(URI url, @Nullable String token, Duration patience) throws InterruptedException {
        return ChannelGrader.run(new ChannelSettings(url, token, "kit", patience), _ -> {});
    }

    private static long count(TestGateway gateway, String type) {
        return gateway.events("terminal-dev").stream().filter(type::equals).count();
    }

    private static List<String> all() {
        return Arrays.stream(ChannelRequirement.values()).map(Requirement::id).toList();
    }
}
