package dev.switchboard.app.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.app.proof.ToolModel.Asked;
import dev.switchboard.app.proof.ToolModel.Call;
import dev.switchboard.app.proof.ToolModel.Said;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionEpoch;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.json.Json;
import dev.switchboard.testkit.Device;
import dev.switchboard.testkit.StubbornDevice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Kills the gateway at every moment of a run that matters, and finds that the next one goes on where it was cut off. */
class KilledRunIT {
    private static final String UNKNOWN = "Outcome unknown";
    private static final String DEVICE = "device-001";
    /** Writes a line and does not end. */
    private static final String ENDLESS = "; while [ ! -e never ]; do sleep 0.05; done";

    @TempDir
    Path folder;

    private ToolModel model;
    private MortalGateway gateway;

    @AfterEach
    void stop() {
        gateway.close();
        model.close();
    }

    @Test
    void aModelCallThatWasCutOffIsMadeAgain() throws Exception {
        start(
                "always_execute",
                _ -> Said.text("half an ans").afterThinking("hm").thenHanging());
        var device = gateway.ask(DEVICE, "hello");
        model.awaitHanging();

        model.script(_ -> Said.text("whole"));
        gateway.killAndStart();

        var audit = gateway.ended(device);
        assertThat(answer(device)).isEqualTo("whole");
        assertThat(model.asked()).hasSize(2);
        assertThat(audit.aborted()).isEqualTo(1);
        assertThat(audit.events("preview_retracted")).hasSize(1);
    }

    @Test
    void aCommandThatWasUnderWayIsEndedAndNotRunAgain() throws Exception {
        start("always_execute", steps("done", Call.exec("sleep 1000 & echo $! > sleeper; echo 1 >> lines" + ENDLESS)));
        var device = gateway.ask(DEVICE, "hello");
        gateway.awaitLines(1);
        var sleeper = Files.readString(gateway.work().resolve("sleeper")).strip();

        gateway.kill();
        assertThat(runs(sleeper)).as("nobody has ended it yet").isTrue();
        gateway.start();

        assertThat(runs(sleeper)).as("it is gone when the gateway listens").isFalse();
        var audit = gateway.ended(device);
        assertThat(answer(device)).isEqualTo("done");
        assertThat(gateway.lines()).containsExactly("1");
        assertThat(model.lastAsked().results()).singleElement().asString().contains(UNKNOWN);
        assertThat(audit.events("tool_end"))
                .singleElement()
                .satisfies(end -> assertThat(end.get("status").stringValue()).isEqualTo("aborted"));
    }

    @Test
    void ofTheCallsOfOneStepEachIsMadeOnce() throws Exception {
        start(
                "always_execute",
                steps(
                        "done",
                        Call.exec("echo done >> lines"),
                        Call.exec("echo cut off >> lines" + ENDLESS),
                        Call.exec("echo not begun >> lines")));
        var device = gateway.ask(DEVICE, "hello");
        gateway.awaitLines(2);

        gateway.killAndStart();

        gateway.ended(device);
        assertThat(gateway.lines()).containsExactly("done", "cut off", "not begun");
        var results = model.lastAsked().results();
        assertThat(results).hasSize(3);
        assertThat(results.get(0)).contains("\"exitCode\":0");
        assertThat(results.get(1)).contains(UNKNOWN);
        assertThat(results.get(2)).contains("\"exitCode\":0");
        assertThat(model.asked()).hasSize(2);
    }

    @Test
    void aCallWhoseWholeResultWasLostIsNotMadeAgainAndTheModelStillKnowsItsEnds() throws Exception {
        start(
                "always_execute",
                steps(
                        "done",
                        Call.exec("echo 1 >> lines; yes | head -c 200000"),
                        Call.exec("echo 2 >> lines" + ENDLESS)));
        var device = gateway.ask(DEVICE, "hello");
        gateway.awaitLines(2);

        gateway.kill();
        gateway.loseResults();
        gateway.start();

        gateway.ended(device);
        assertThat(gateway.lines()).containsExactly("1", "2");
        var results = model.lastAsked().results();
        assertThat(results).hasSize(2);
        assertThat(results.get(0)).contains("\"exitCode\":0", "bytes left out");
        assertThat(results.get(1)).contains(UNKNOWN);
    }

    @Test
    void aReadThatWasCutOffIsMadeAgain() throws Exception {
        // Long enough that reading to its end takes a while, and one after the other, so that a kill finds one under
        // way.
        var lines = 24_000_000;
        var reads = 12;
        start(
                "always_execute",
                asked -> asked.steps() < reads ? Said.calls(read(lines - asked.steps())) : Said.text("done"));
        Files.write(gateway.work().resolve("long"), "x\n".repeat(lines).getBytes());
        var device = gateway.ask(DEVICE, "hello");
        while (!cutOff("read") && tools("tool_end", "read").count() < reads) {
            await().pollInterval(Duration.ofMillis(5))
                    .atMost(MortalGateway.PATIENCE)
                    .until(() -> isUnderWay("read") || tools("tool_end", "read").count() >= reads);
            gateway.killAndStart();
        }

        var audit = gateway.ended(device);
        assertThat(cutOff("read")).as("a read was cut off").isTrue();
        assertThat(audit.events("tool_end").stream()
                        .filter(end -> end.get("status").stringValue().equals("ok")))
                .as("each has an end that is its own")
                .hasSize(reads);
        assertThat(model.lastAsked().results()).hasSize(reads).allMatch(result -> result.contains("\"ok\":true"));
    }

    @Test
    void aQuestionOutlivesHoweverManyCrashesUnderTheSameId() throws Exception {
        start("always_ask", steps("done", Call.exec("echo 1 >> lines")));
        var device = gateway.ask(DEVICE, "hello");
        var asked = gateway.awaitApproval(DEVICE);
        for (int crash = 1; crash <= 3; crash++) {
            gateway.killAndStart();
            assertThat(gateway.approvals()).containsExactly(asked);
        }

        assertThat(gateway.answer(asked, true).join().statusCode()).isEqualTo(200);

        var audit = gateway.ended(device);
        assertThat(answer(device)).isEqualTo("done");
        assertThat(gateway.lines()).containsExactly("1");
        assertThat(audit.events("approval_required")).hasSize(1);
        assertThat(audit.events("approval_resolved")).hasSize(1);
        assertThat(gateway.answer(asked, false).join().statusCode()).isEqualTo(409);
    }

    @Test
    void answersThatNobodyHeardBeforeTheCrashCountAfterIt() throws Exception {
        start("always_ask", echo());
        var allowed = gateway.ask("device-yes", "yes");
        var refused = gateway.ask("device-no", "no");
        var yes = gateway.awaitApproval("device-yes").get("approval_id").stringValue();
        var no = gateway.awaitApproval("device-no").get("approval_id").stringValue();

        gateway.kill();
        gateway.answerWhileItIsDead(yes, true);
        gateway.answerWhileItIsDead(no, false);
        gateway.start();

        assertThat(gateway.ended(allowed).events("approval_required")).hasSize(1);
        assertThat(gateway.ended(refused).events("approval_required")).hasSize(1);
        assertThat(gateway.lines()).containsExactly("yes");
        assertThat(resultFor("yes")).contains("\"exitCode\":0");
        assertThat(resultFor("no")).contains("the person refused it");
    }

    @Test
    void whoWasAskedDecidesAlsoIfNobodyWouldBeAskedAnyMore() throws Exception {
        start("always_ask", echo());
        var refused = gateway.ask("device-no", "no");
        var open = gateway.ask("device-open", "open");
        var no = gateway.awaitApproval("device-no").get("approval_id").stringValue();
        var question = gateway.awaitApproval("device-open");

        gateway.kill();
        gateway.answerWhileItIsDead(no, false);
        gateway.nowWith("always_execute");
        gateway.start();

        assertThat(gateway.approvals()).containsExactly(question);
        assertThat(gateway.answer(question, true).join().statusCode()).isEqualTo(200);
        gateway.ended(open);
        gateway.ended(refused);
        assertThat(gateway.lines()).containsExactly("open");
    }

    @Test
    void anAllowanceThatExpiredBeforeTheCallWasBegunIsNone() throws Exception {
        start("always_ask", Duration.ofSeconds(10), steps("done", Call.exec("echo 1 >> lines")));
        var device = gateway.ask(DEVICE, "hello");
        var approval = gateway.awaitApproval(DEVICE);

        gateway.kill();
        gateway.answerWhileItIsDead(approval.get("approval_id").stringValue(), true);
        var expiry = Instant.parse(approval.get("expires_at").stringValue());
        await().atMost(MortalGateway.PATIENCE).until(() -> Instant.now().isAfter(expiry));
        gateway.start();

        gateway.ended(device);
        assertThat(gateway.lines()).isEmpty();
        assertThat(model.lastAsked().results()).singleElement().asString().contains("nobody allowed it in time");
    }

    @Test
    void aCallIsMadeAtMostOnceHoweverSoonTheGatewayDiesAfterItWasAllowed() throws Exception {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.printf("KilledRunIT: -Dseed=%d%n", seed);
        var random = new Random(seed);
        start("always_ask", echo());
        for (int i = 1; i <= 4; i++) {
            var line = "line-" + i;
            var device = gateway.ask("device-" + i, line);
            var approval = gateway.awaitApproval("device-" + i);
            var answered = gateway.answer(approval, true);
            Thread.sleep(Duration.ofNanos(random.nextLong(20_000_000)));
            gateway.killAndStart();
            boolean acknowledged = answered.handle((response, _) -> response != null && response.statusCode() == 200)
                    .join();
            if (gateway.approvals().contains(approval)) {
                assertThat(acknowledged).as("an answer that was taken is kept").isFalse();
                gateway.answer(approval, true).join();
            }

            gateway.ended(device);
            assertThat(resultFor(line)).containsAnyOf("\"exitCode\":0", UNKNOWN);
            int times = (int) gateway.lines().stream().filter(line::equals).count();
            assertThat(times).isBetween(resultFor(line).contains(UNKNOWN) ? 0 : 1, 1);
        }
    }

    @Test
    void crashesWithProgressInBetweenDoNotCount() throws Exception {
        var generation = new AtomicInteger(1);
        start(
                "always_execute",
                asked -> asked.steps() < generation.get()
                        ? Said.calls(Call.exec("echo %d >> lines".formatted(asked.steps())))
                        : Said.text("one more …").thenHanging());
        var device = gateway.ask(DEVICE, "hello");
        for (int crash = 1; crash <= 4; crash++) {
            assertThat(model.awaitHanging().steps()).isEqualTo(crash);
            gateway.kill();
            generation.incrementAndGet();
            if (crash == 4) {
                model.script(_ -> Said.text("done"));
            }
            gateway.start();
        }

        gateway.ended(device);
        assertThat(answer(device)).isEqualTo("done");
        assertThat(gateway.lines()).containsExactly("0", "1", "2", "3");
    }

    @Test
    void aStopThatWasAcknowledgedEndsTheRunAfterTheCrash() throws Exception {
        // It does not listen to the signal, so the stop takes its time.
        start("always_execute", steps("done", Call.exec("trap '' TERM; echo 1 >> lines" + ENDLESS)));
        var device = gateway.ask(DEVICE, "hello");
        gateway.awaitLines(1);
        var stopped =
                gateway.post("/api/sessions/%s/stop".formatted(MortalGateway.session(DEVICE)), MortalGateway.json());
        assertThat(stopped.statusCode()).isEqualTo(202);

        gateway.killAndStart();

        var audit = gateway.ended(device);
        assertThat(audit.events("stopped")).hasSize(1);
        assertThat(audit.events("stopped").getFirst().at("/account/steps").intValue())
                .isEqualTo(1);
        assertThat(model.asked()).as("nobody asked it again").hasSize(1);
        assertThat(gateway.lines()).containsExactly("1");

        model.script(_ -> Said.text("well"));
        try (var later = Device.connect(gateway.child().channel(), DEVICE)) {
            later.message("m-later", "what did you do?").next("message");
        }
        assertThat(model.lastAsked().messages().toString())
                .as("it is told what it did")
                .contains("echo 1 >> lines");
        assertThat(model.lastAsked().callsWithoutResult()).isEmpty();
    }

    @Test
    void aStoppedRunLeavesNoQuestionBehind() throws Exception {
        start("always_ask", steps("done", Call.exec("echo 1 >> lines")));
        var device = gateway.ask(DEVICE, "hello");
        var approval = gateway.awaitApproval(DEVICE);

        gateway.kill();
        // As a gateway leaves it that dies between the record of a stop and its effect.
        var run = approval.get("run_id").stringValue();
        gateway.whileItIsDead(store -> store.journal()
                .append(
                        SessionEpoch.first(new SessionId(MortalGateway.session(DEVICE))),
                        new RunId(run),
                        List.of(new RunEvent.Received("e-stop", run, "stop", "stop received — aborting turn", null)),
                        List.of()));
        gateway.start();

        var audit = gateway.ended(device);
        assertThat(audit.events("stopped")).hasSize(1);
        assertThat(audit.events("approval_resolved")).singleElement().satisfies(resolved -> assertThat(
                        resolved.get("code").stringValue())
                .isEqualTo("stopped"));
        assertThat(gateway.answer(approval, true).join().statusCode()).isEqualTo(409);
        assertThat(gateway.lines()).isEmpty();
    }

    @Test
    void whatWasSentToARunBeforeTheCrashIsToldToItsModelAfterIt() throws Exception {
        start("always_execute", steps("first", Call.exec("echo 1 >> lines" + ENDLESS)));
        var device = gateway.ask(DEVICE, "hello");
        gateway.awaitLines(1);
        var run = gateway.child()
                .get("/api/sessions/%s/events".formatted(MortalGateway.session(DEVICE)))
                .get("events")
                .valueStream()
                .map(line -> line.at("/event/runId"))
                .filter(JsonNode::isString)
                .findFirst()
                .orElseThrow()
                .stringValue();
        assertThat(send(run, "s-1", "followup", "and then this")).isEqualTo(202);
        assertThat(send(run, "s-2", "collect", "collected")).isEqualTo(202);
        assertThat(send(run, "s-3", "steer", "to the left")).isEqualTo(202);

        model.script(asked -> switch (asked.people().getLast()) {
            case "to the left" -> Said.text("turning left");
            case "collected" -> Said.text("I have").thenHanging();
            default -> throw new AssertionError(asked.people());
        });
        gateway.killAndStart();

        assertThat(model.awaitHanging().people()).containsExactly("hello", "to the left", "collected");
        assertThat(send(run, "s-3", "steer", "to the left")).as("it is known").isEqualTo(200);
        model.script(asked -> Said.text("you said " + asked.people().getLast()));
        gateway.killAndStart();

        var audit = gateway.ended(device);
        assertThat(answer(device)).isEqualTo("you said and then this");
        assertThat(model.lastAsked().people()).containsExactly("hello", "to the left", "collected", "and then this");
        assertThat(audit.events("injected")).hasSize(3);
        assertThat(audit.events("injections_taken").stream()
                        .flatMap(taken -> taken.get("messageIds").valueStream().map(JsonNode::stringValue)))
                .containsExactlyInAnyOrder("s-1", "s-2", "s-3");

        gateway.killAndStart();
        try (var later = Device.connect(gateway.child().channel(), DEVICE)) {
            later.message("m-later", "what did I say?").next("message");
        }
        assertThat(model.lastAsked().people())
                .as("the session remembers all of it")
                .containsExactly("hello", "to the left", "collected", "and then this", "what did I say?");
    }

    private void start(String approval, Function<Asked, Said> script) throws IOException {
        start(approval, Duration.ofMinutes(5), script);
    }

    private void start(String approval, Duration approvalTimeout, Function<Asked, Said> script) throws IOException {
        model = new ToolModel(script);
        gateway = new MortalGateway(folder, model, approval, approvalTimeout);
    }

    /** Wants these calls in one step, then says the word. */
    private static Function<Asked, Said> steps(String last, Call... calls) {
        return asked -> asked.steps() == 0 ? Said.calls(calls) : Said.text(last);
    }

    /** Wants what the person said written down, then is done. */
    private static Function<Asked, Said> echo() {
        return asked -> asked.steps() == 0
                ? Said.calls(
                        Call.exec("echo %s >> lines".formatted(asked.people().getLast())))
                : Said.text("done");
    }

    private static Call read(int line) {
        return new Call(
                "read", Json.mapper().createObjectNode().put("path", "long").put("offset", line));
    }

    private int send(String run, String id, String mode, String text) throws Exception {
        var body = MortalGateway.json().put("message_id", id).put("mode", mode).put("text", text);
        return gateway.post("/api/runs/%s/messages".formatted(run), body).statusCode();
    }

    /** What the model was told of the one call it made for this person's word. */
    private String resultFor(String said) {
        return model.asked().stream()
                .filter(asked -> asked.people().getLast().equals(said) && asked.steps() == 1)
                .map(asked -> asked.results().getFirst())
                .findFirst()
                .orElseThrow();
    }

    private static String answer(StubbornDevice device) {
        return device.answers().values().iterator().next().text();
    }

    private Stream<JsonNode> tools(String type, String tool) throws InterruptedException {
        return SessionAudit.of(gateway.child(), DEVICE).events(type).stream()
                .filter(event -> event.get("tool").stringValue().equals(tool));
    }

    private boolean isUnderWay(String tool) throws InterruptedException {
        return tools("tool_start", tool).count() > tools("tool_end", tool).count();
    }

    private boolean cutOff(String tool) throws InterruptedException {
        return tools("tool_end", tool)
                .anyMatch(end -> end.get("status").stringValue().equals("aborted"));
    }

    /** A process that has ended and that nobody asked about yet does not run. */
    private static boolean runs(String pid) throws IOException {
        var stat = Path.of("/proc", pid, "stat");
        if (!Files.exists(stat)) {
            return false;
        }
        var line = Files.readString(stat);
        return line.charAt(line.lastIndexOf(')') + 2) != 'Z';
    }
}
