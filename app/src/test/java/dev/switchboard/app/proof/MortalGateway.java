package dev.switchboard.app.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.core.approval.Approvals;
import dev.switchboard.core.bus.LocalBus;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.json.Json;
import dev.switchboard.store.Store;
import dev.switchboard.testkit.StubbornDevice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A gateway whose agent works with tools: killed and started again on the same data, while its devices hold on. Commands
 * write what they did to the file {@code lines} of the workspace.
 */
final class MortalGateway implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration GLANCE = Duration.ofMillis(5);
    private static final URI NOWHERE = URI.create("ws://127.0.0.1:1/");

    private final Path data;
    private final Path work;
    private final Path config;
    private final String approval;
    private final List<StubbornDevice> devices = new ArrayList<>();
    /** Where devices look for it. Nowhere while it is dead: another test's may be given its port. */
    private final AtomicReference<URI> address = new AtomicReference<>(NOWHERE);

    private GatewayChild child;

    MortalGateway(Path folder, ToolModel model, String approval, Duration approvalTimeout) throws IOException {
        this.data = folder.resolve("data");
        this.work = Files.createDirectories(folder.resolve("work"));
        this.config = GatewayChild.working(folder, model.url(), approval, approvalTimeout);
        this.approval = approval;
        start();
    }

    /** The next one asks people by another rule. */
    void nowWith(String otherApproval) throws IOException {
        Files.writeString(config, Files.readString(config).replace(approval, otherApproval));
    }

    /** As a data folder is that was put back from a copy without its results. */
    void loseResults() throws IOException {
        var lost = 0;
        try (var results = Files.newDirectoryStream(data.resolve("results"))) {
            for (var file : results) {
                Files.delete(file);
                lost++;
            }
        }
        assertThat(lost).isPositive();
    }

    void start() {
        try {
            child = GatewayChild.start(data, config);
            address.set(child.channel());
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    GatewayChild child() {
        return child;
    }

    /** SIGKILL; what it said until then is nothing a person could not read. */
    void kill() throws InterruptedException {
        address.set(NOWHERE);
        child.kill();
        assertThat(child.stackTraces()).isEmpty();
    }

    void killAndStart() throws InterruptedException {
        kill();
        start();
    }

    /** Starts another and kills it at some moment while it starts. */
    void killWhileItStarts(Duration after) throws InterruptedException {
        child = GatewayChild.launch(data, config);
        // A moment of its own choice is what the test is about: there is no event to wait for.
        Thread.sleep(after);
        kill();
    }

    /** What is on disk, for as long as no gateway runs. */
    void whileItIsDead(Consumer<Store> look) {
        try (var store = Store.open(data.resolve("switchboard.db"), data.resolve("token.key"), Clock.systemUTC())) {
            look.accept(store);
        }
    }

    /** As a gateway leaves it that dies after an answer is on disk and before the run hears of it. */
    void answerWhileItIsDead(String approvalId, boolean approved) {
        whileItIsDead(store -> assertThat(new Approvals(
                                store.journal(),
                                Clock.systemUTC(),
                                () -> UUID.randomUUID().toString(),
                                new LocalBus())
                        .answer(approvalId, approved, null, new RunEvent.By("anna", null)))
                .isEqualTo(new Approvals.Answer.Taken()));
    }

    /** A device that sends this once and wants its answer, whatever happens. */
    StubbornDevice ask(String peerId, String text) {
        var device = new StubbornDevice(peerId, address::get, _ -> text, 1);
        devices.add(device);
        await().pollInterval(GLANCE).atMost(PATIENCE).until(() -> !device.acknowledged()
                .isEmpty());
        device.sendNoMore();
        return device;
    }

    /** A device that sends one message after the other. */
    StubbornDevice keepAsking(String peerId, IntFunction<String> texts) {
        var device = new StubbornDevice(peerId, address::get, texts, 1);
        devices.add(device);
        return device;
    }

    /** What the agent of this peer waits for somebody to allow. */
    JsonNode awaitApproval(String peerId) {
        return await().pollInterval(Duration.ofMillis(20))
                .atMost(PATIENCE)
                .until(
                        () -> approvals().stream()
                                .filter(one ->
                                        one.get("session_id").stringValue().equals(session(peerId)))
                                .findFirst()
                                .orElse(null),
                        found -> found != null);
    }

    List<JsonNode> approvals() throws InterruptedException {
        return child.get("/api/approvals").get("approvals").valueStream().toList();
    }

    CompletableFuture<HttpResponse<String>> answer(JsonNode approval, boolean approved) throws InterruptedException {
        return child.post(
                "/api/approvals/" + approval.get("approval_id").stringValue(), json().put("approved", approved));
    }

    HttpResponse<String> post(String path, JsonNode body) throws Exception {
        return child.post(path, body).get(60, TimeUnit.SECONDS);
    }

    static ObjectNode json() {
        return Json.mapper().createObjectNode();
    }

    static String session(String peerId) {
        return "terminal-dev:local:" + peerId;
    }

    Path work() {
        return work;
    }

    /** What commands have written so far. */
    List<String> lines() {
        try {
            var file = work.resolve("lines");
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void awaitLines(int count) {
        await().pollDelay(Duration.ZERO).pollInterval(GLANCE).atMost(PATIENCE).until(() -> lines().size() >= count);
    }

    /** Waits for the device's last answer and checks all that holds whenever a gateway was killed. */
    SessionAudit ended(StubbornDevice device) throws InterruptedException {
        assertThat(device.awaitAllAnswered(PATIENCE))
                .describedAs("%s has its answer: %s", device.peerId(), child.log())
                .isTrue();
        assertThat(device.complaints()).isEmpty();
        assertThat(child.stackTraces()).isEmpty();
        assertThat(approvals()).isEmpty();
        return SessionAudit.of(child, device.peerId())
                .everyEventIsThereOnce()
                .keepsThePromise(device)
                .everyTurnEnds()
                .everyPartEnds();
    }

    @Override
    public void close() {
        devices.forEach(StubbornDevice::close);
        child.close();
    }
}
