package dev.switchboard.providers;

import static dev.switchboard.providers.ScriptedServer.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.model.Model;
import dev.switchboard.core.model.ModelListener;
import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.model.ModelReply.Finish;
import dev.switchboard.core.model.ModelReply.Usage;
import dev.switchboard.core.model.ModelRequest;
import dev.switchboard.core.model.Thinking;
import dev.switchboard.core.model.ToolCall;
import dev.switchboard.core.model.ToolSpec;
import dev.switchboard.json.Json;
import dev.switchboard.providers.ScriptedServer.Ending;
import dev.switchboard.providers.ScriptedServer.Request;
import dev.switchboard.providers.ScriptedServer.Scene;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/** The stories every vendor's model must live through. A subclass knows the vendor's wire. */
@Timeout(300)
abstract class VendorContract {
    static final String KEY = "sk-secret-0123456789";
    /** As far as a busy machine lets it. */
    private static final Duration AT_ONCE = Duration.ofSeconds(20);

    private static final ModelRequest HELLO =
            new ModelRequest(null, List.of(new ModelMessage.User("hello")), List.of(), null);

    final ScriptedServer server = new ScriptedServer();
    final Heard heard = new Heard();
    private final List<Duration> waits = new CopyOnWriteArrayList<>();

    /** {@code provider/name}. */
    abstract String model();

    abstract String contentType();

    /** What comes before the first piece of text. */
    abstract String opening();

    abstract String text(String delta);

    /** What comes after the last piece of text: 12 tokens read and 7 written, if they are told. */
    abstract String closing(boolean withUsage);

    /** The thought "let me see" in two pieces, signed "sig-1" if the vendor signs, then the text "yes". */
    abstract String thoughtfulAnswer();

    /** Two calls of {@code read}, with the paths a and b. */
    abstract String twoCalls();

    /** The end of a stream that says nothing of why. */
    abstract String endWithoutReason();

    abstract String overloadedInMidStream();

    abstract String errorBody(String message);

    /** The signature of thinking in a reply; null if the vendor has none. */
    abstract boolean signsThinking();

    /** The request of {@link #sendsTheWholeConversation}, as this vendor wants it. */
    abstract void assertConversation(Request request, JsonNode body);

    @AfterEach
    void closeServer() {
        server.close();
    }

    @Test
    void streamsTextInOrderAndReportsUsage() throws Exception {
        server.plays(answer("Hel", "lo", " there"));

        ModelReply reply = model(TimeLimits.DEFAULT).answer(HELLO, heard);

        assertThat(heard.lines).containsExactly("text Hel", "text lo", "text  there");
        assertThat(heard.threads).containsOnly(Thread.currentThread());
        assertThat(reply).isEqualTo(new ModelReply("Hello there", null, List.of(), new Usage(12, 7), Finish.STOP));
    }

    @Test
    void keepsCharactersWholeThatAreSplitAcrossChunks() throws Exception {
        byte[] all = utf8(opening() + text("Grüße, 世界") + text(" 👋") + closing(true));
        List<byte[]> crumbs = new ArrayList<>();
        for (int i = 0; i < all.length; i += 2) {
            crumbs.add(Arrays.copyOfRange(all, i, Math.min(i + 2, all.length)));
        }
        server.plays(Scene.stream(Ending.FINISH, contentType(), crumbs));

        ModelReply reply = model(TimeLimits.DEFAULT).answer(HELLO, heard);

        assertThat(reply.text()).isEqualTo("Grüße, 世界 👋");
        assertThat(heard.lines).containsExactly("text Grüße, 世界", "text  👋");
    }

    @Test
    void usageThatIsNotToldIsNull() throws Exception {
        server.plays(stream(Ending.FINISH, opening(), text("hi"), closing(false)));

        ModelReply reply = model(TimeLimits.DEFAULT).answer(HELLO, heard);

        assertThat(reply.usage()).isNull();
        assertThat(reply.finish()).isEqualTo(Finish.STOP);
    }

    @Test
    void thinkingIsHeardApartFromTheText() throws Exception {
        server.plays(stream(Ending.FINISH, thoughtfulAnswer()));

        ModelReply reply = model(TimeLimits.DEFAULT).answer(HELLO, heard);

        assertThat(heard.lines).containsExactly("thinking let me", "thinking  see", "text yes");
        assertThat(reply.text()).isEqualTo("yes");
        assertThat(reply.thinking()).isEqualTo(new Thinking("let me see", signsThinking() ? "sig-1" : null));
    }

    @Test
    void twoCallsOfOneStepStayTwoAndInOrder() throws Exception {
        server.plays(stream(Ending.FINISH, twoCalls()));

        ModelReply reply = model(TimeLimits.DEFAULT).answer(HELLO, heard);

        assertThat(reply.finish()).isEqualTo(Finish.TOOL_CALLS);
        assertThat(reply.toolCalls()).extracting(ToolCall::name).containsExactly("read", "read");
        assertThat(reply.toolCalls())
                .extracting(call -> json(call.arguments()).path("path").asString())
                .containsExactly("a", "b");
        assertThat(reply.toolCalls()).extracting(ToolCall::id).doesNotHaveDuplicates();
        String first = reply.toolCalls().get(0).id();
        String second = reply.toolCalls().get(1).id();
        assertThat(List.of(first, second)).allSatisfy(id -> assertThat(id).startsWith("call_"));
        assertThat(heard.lines.stream().distinct())
                .containsExactly("call 0 %s read".formatted(first), "call 1 %s read".formatted(second));
    }

    @Test
    void sendsTheWholeConversation() throws Exception {
        server.plays(answer("ok"));
        ToolSpec read = new ToolSpec("read", "Reads a file.", json("""
            {"type": "object", "required": ["path"],
             "properties": {"path": {"type": "string", "description": "which file"},
                            "lines": {"$ref": "#/$defs/count"}},
             "$defs": {"count": {"type": "integer"}}}\
            """));
        ModelRequest request = new ModelRequest(
                "You are brief.",
                List.of(
                        new ModelMessage.User("what is in a?"),
                        new ModelMessage.Assistant(
                                "I will look.",
                                new Thinking("let me see", "sig-1"),
                                List.of(new ToolCall("call_1", "read", "{\"path\":\"a\"}"))),
                        new ModelMessage.ToolResult("call_1", "read", "nothing"),
                        ModelMessage.Assistant.text("Nothing."),
                        new ModelMessage.User("thanks")),
                List.of(read),
                500);

        model(TimeLimits.DEFAULT).answer(request, heard);

        Request sent = server.nextRequest();
        assertConversation(sent, json(sent.body()));
    }

    @Test
    void aHistoryWithUnreadableArgumentsCanStillBeSent() throws Exception {
        server.plays(answer("ok"));
        var broken = new ModelMessage.Assistant("", null, List.of(new ToolCall("call_1", "read", "{\"path\":")));
        var result = new ModelMessage.ToolResult("call_1", "read", "arguments were unreadable");

        ModelReply reply = model(TimeLimits.DEFAULT)
                .answer(
                        new ModelRequest(null, List.of(new ModelMessage.User("x"), broken, result), List.of(), null),
                        heard);

        assertThat(reply.text()).isEqualTo("ok");
    }

    @Test
    void waitsAsLongAsA429AsksAndThenSucceeds() throws Exception {
        server.plays(Scene.status(429, errorBody("slow down"), "Retry-After: 7"), answer("ok"));

        ModelReply reply = model(TimeLimits.DEFAULT).answer(HELLO, heard);

        assertThat(reply.text()).isEqualTo("ok");
        assertThat(waits).containsExactly(Duration.ofSeconds(7));
        assertThat(heard.lines).containsExactly("text ok");
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 500, 503, 529})
    void anOverloadedVendorIsAskedAgain(int status) throws Exception {
        server.plays(Scene.status(status, errorBody("busy")), Scene.status(status, errorBody("busy")), answer("ok"));

        ModelReply reply = model(TimeLimits.DEFAULT).answer(HELLO, heard);

        assertThat(reply.text()).isEqualTo("ok");
        assertThat(waits).hasSize(2).isSorted();
    }

    @Test
    void aVendorThatStaysOverloadedIsGivenUpAfterThreeMoreTries() throws Exception {
        Scene busy = Scene.status(503, errorBody("come back later"));
        server.plays(busy, busy, busy, busy);

        SwitchboardException failure = failure(TimeLimits.DEFAULT);

        assertThat(failure.code()).isEqualTo(ErrorCode.MODEL_UNAVAILABLE);
        assertThat(failure).hasMessageContainingAll(model(), "503", "4 tries", "come back later");
        assertThat(server.requestsLeft()).isEqualTo(4);
    }

    @Test
    void anErrorToldInMidStreamIsTakenBackAndAskedAgain() throws Exception {
        server.plays(stream(Ending.FINISH, opening(), text("wro"), overloadedInMidStream()), answer("right"));

        ModelReply reply = model(TimeLimits.DEFAULT).answer(HELLO, heard);

        assertThat(reply.text()).isEqualTo("right");
        assertThat(heard.lines).containsExactly("text wro", "retracted", "text right");
    }

    @Test
    void anAnswerCutInTheMiddleIsTakenBackAndAskedForAgain() throws Exception {
        server.plays(cutAfter("Hel"), answer("Hello"));

        ModelReply reply = model(TimeLimits.DEFAULT).answer(HELLO, heard);

        assertThat(reply.text()).isEqualTo("Hello");
        assertThat(heard.lines).containsExactly("text Hel", "retracted", "text Hello");
    }

    @Test
    void anAnswerWithoutItsEndIsACutAnswerEvenIfTheConnectionClosedInOrder() throws Exception {
        Scene unended = new Scene(
                200,
                List.of("Content-Type: " + contentType(), "Connection: close"),
                List.of(utf8(opening() + text("Hel"))),
                Ending.FINISH,
                heard::awaitText);
        server.plays(unended, stream(Ending.FINISH, opening(), text("Hel")), answer("Hello"));

        ModelReply reply = model(TimeLimits.DEFAULT).answer(HELLO, heard);

        assertThat(reply.text()).isEqualTo("Hello");
        assertThat(heard.lines).containsExactly("text Hel", "retracted", "text Hel", "retracted", "text Hello");
    }

    @Test
    void aStreamThatIsCutEachTimeIsGivenUp() throws Exception {
        Scene cut = cutAfter("Hel");
        server.plays(cut, cut, cut, cut);

        SwitchboardException failure = failure(TimeLimits.DEFAULT);

        assertThat(failure.code()).isEqualTo(ErrorCode.MODEL_UNAVAILABLE);
        assertThat(failure).hasMessageContaining(model());
        assertThat(server.requestsLeft()).isEqualTo(4);
        assertThat(heard.lines)
                .containsExactly("text Hel", "retracted", "text Hel", "retracted", "text Hel", "retracted", "text Hel");
    }

    @Test
    void aStreamWithoutTextCallOrReasonIsNoAnswerAndAskedForAgain() throws Exception {
        server.plays(stream(Ending.FINISH, endWithoutReason()), answer("Hello"));

        ModelReply reply = model(TimeLimits.DEFAULT).answer(HELLO, heard);

        assertThat(reply.text()).isEqualTo("Hello");
        assertThat(heard.lines).containsExactly("text Hello");
    }

    @Test
    void aVendorThatSaysNothingEachTimeIsGivenUpInWords() {
        Scene silence = stream(Ending.FINISH, endWithoutReason());
        server.plays(silence, silence, silence, silence);

        SwitchboardException failure = failure(TimeLimits.DEFAULT);

        assertThat(failure.code()).isEqualTo(ErrorCode.MODEL_UNAVAILABLE);
        assertThat(failure).hasMessageContainingAll(model(), "gave no whole answer after 4 tries", "Try again");
        assertThat(waits).hasSize(3);
    }

    @Test
    void aServerThatIsNotThereIsUnavailable() {
        server.close();

        SwitchboardException failure = failure(TimeLimits.DEFAULT);

        assertThat(failure.code()).isEqualTo(ErrorCode.MODEL_UNAVAILABLE);
        assertThat(failure).hasMessageContainingAll(model(), server.url(), "base URL");
        assertThat(waits).hasSize(3);
    }

    @Test
    void aWrongKeyIsRefusedInWordsThatDoNotContainIt() throws Exception {
        server.plays(Scene.status(401, errorBody("invalid key " + KEY + ", sorry")));

        SwitchboardException failure = failure(TimeLimits.DEFAULT);

        assertThat(failure.code()).isEqualTo(ErrorCode.MODEL_REFUSED);
        assertThat(failure).hasMessageContainingAll(model(), "invalid key ***, sorry", "Check the key", "_API_KEY");
        assertThat(failure.toString()).doesNotContain(KEY);
        assertThat(server.requestsLeft()).isEqualTo(1);
    }

    @Test
    void aVendorsLongComplaintIsShortened() {
        server.plays(Scene.status(400, errorBody("too long ".repeat(100) + KEY)));

        SwitchboardException failure = failure(TimeLimits.DEFAULT);

        assertThat(failure.code()).isEqualTo(ErrorCode.MODEL_REFUSED);
        assertThat(failure.getMessage()).contains("too long", "…").hasSizeLessThan(500);
    }

    @Test
    void aSignInPageInsteadOfAnAnswerNamesTheBaseUrl() {
        server.plays(Scene.stream(
                Ending.FINISH, "text/html", List.of(utf8("<html>\n<body>Please sign in</body>\n</html>"))));

        SwitchboardException failure = failure(TimeLimits.DEFAULT);

        assertThat(failure.code()).isEqualTo(ErrorCode.MODEL_UNAVAILABLE);
        assertThat(failure).hasMessageContainingAll(model(), "text/html", "base URL");
        assertThat(server.requestsLeft()).isEqualTo(1);
    }

    @Test
    void garbageInMidAnswerIsTakenBackAndAskedAgain() throws Exception {
        server.plays(stream(Ending.FINISH, opening(), text("Hel"), garbage()), answer("Hello"));

        ModelReply reply = model(TimeLimits.DEFAULT).answer(HELLO, heard);

        assertThat(reply.text()).isEqualTo("Hello");
        assertThat(heard.lines).containsExactly("text Hel", "retracted", "text Hello");
    }

    @Test
    void aServerThatNeverAnswersTimesOut() {
        server.plays(Scene.silence());

        SwitchboardException failure = failure(limits(Duration.ofMillis(200), Duration.ofSeconds(20)));

        assertThat(failure.code()).isEqualTo(ErrorCode.MODEL_TIMEOUT);
        assertThat(failure).hasMessageContainingAll(model(), "did not begin to answer", "200 ms");
        assertThat(server.closedByClient()).succeedsWithin(AT_ONCE);
        assertThat(server.requestsLeft()).isEqualTo(1);
    }

    @Test
    void aServerThatFallsSilentInMidAnswerTimesOut() {
        server.plays(stream(Ending.HOLD, opening(), text("Hel")));

        SwitchboardException failure = failure(limits(Duration.ofSeconds(20), Duration.ofMillis(200)));

        assertThat(failure.code()).isEqualTo(ErrorCode.MODEL_TIMEOUT);
        assertThat(failure).hasMessageContainingAll(model(), "fell silent");
        assertThat(server.closedByClient()).succeedsWithin(AT_ONCE);
    }

    @Test
    void theWholeCallHasALimitToo() {
        server.plays(stream(Ending.HOLD, opening(), text("Hel")));

        SwitchboardException failure = failure(new TimeLimits(
                Duration.ofSeconds(10), Duration.ofSeconds(20), Duration.ofSeconds(20), Duration.ofMillis(300)));

        assertThat(failure.code()).isEqualTo(ErrorCode.MODEL_TIMEOUT);
        assertThat(failure).hasMessageContainingAll(model(), "did not finish");
    }

    @Test
    void anInterruptBeforeTheFirstByteClosesTheConnection() throws Exception {
        server.plays(Scene.silence());

        assertInterruptCloses(server::awaitHeld);
    }

    @Test
    void anInterruptBeforeTheFirstTokenClosesTheConnection() throws Exception {
        server.plays(stream(Ending.HOLD));

        assertInterruptCloses(server::awaitHeld);
    }

    @Test
    void anInterruptInMidAnswerClosesTheConnection() throws Exception {
        server.plays(stream(Ending.HOLD, opening(), text("Hel")));

        assertInterruptCloses(() -> {
            server.awaitHeld();
            heard.awaitText();
        });
    }

    @Test
    void anInterruptEndsTheWaitBetweenTwoTries() throws Exception {
        server.plays(Scene.status(503, errorBody("busy")));
        CompletableFuture<Thread> waiting = new CompletableFuture<>();
        Retries retries = new Retries(
                3,
                duration -> {
                    waiting.complete(Thread.currentThread());
                    Thread.sleep(Duration.ofMinutes(1));
                },
                InstantSource.system(),
                new Random(1));
        Model model = new Models(retries).open(settings(TimeLimits.DEFAULT));
        CompletableFuture<ModelReply> outcome = asked(model);

        waiting.get(60, TimeUnit.SECONDS).interrupt();

        assertThat(outcome).failsWithin(AT_ONCE).withThrowableThat().withCauseInstanceOf(InterruptedException.class);
    }

    @Test
    void anInterruptedThreadAsksNobody() {
        Model model = model(TimeLimits.DEFAULT);
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> model.answer(HELLO, heard)).isInstanceOf(InterruptedException.class);
        assertThat(server.requestsLeft()).isZero();
    }

    @Test
    void aFailingListenerEndsTheCallAndClosesTheConnection() {
        server.plays(stream(Ending.HOLD, opening(), text("Hel")));
        ModelListener failing = new ModelListener() {
            @Override
            public void text(String delta) {
                throw new IllegalStateException("the listener's own");
            }
        };

        assertThatThrownBy(() -> model(TimeLimits.DEFAULT).answer(HELLO, failing))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the listener's own");
        assertThat(server.closedByClient()).succeedsWithin(AT_ONCE);
    }

    /** A call that follows at once may find the connection not yet free, so not each one reuses it. */
    @Test
    void connectionsAreUsedAgain() throws Exception {
        int calls = 20;
        Model model = model(TimeLimits.DEFAULT);
        for (int i = 0; i < calls; i++) {
            server.plays(answer("ok"));
            assertThat(model.answer(HELLO, heard).text()).isEqualTo("ok");
        }

        assertThat(server.connections()).isLessThan(calls);
    }

    @Test
    void twoThreadsMayAskTheSameModel() throws Exception {
        server.plays(answer("one"), answer("two"));
        Model model = model(TimeLimits.DEFAULT);

        CompletableFuture<ModelReply> first = asked(model);
        CompletableFuture<ModelReply> second = asked(model);

        assertThat(List.of(
                        first.get(60, TimeUnit.SECONDS).text(),
                        second.get(60, TimeUnit.SECONDS).text()))
                .containsExactlyInAnyOrder("one", "two");
    }

    @Test
    void aServerThatBeginsButSaysNothingTimesOutLikeOneThatNeverAnswers() {
        server.plays(stream(Ending.HOLD, opening()));

        SwitchboardException failure = failure(limits(Duration.ofMillis(200), Duration.ofSeconds(20)));

        assertThat(failure.code()).isEqualTo(ErrorCode.MODEL_TIMEOUT);
        assertThat(failure).hasMessageContaining("did not begin to answer");
    }

    @Test
    void aWaitThatWouldOutlastTheCallIsNotBegun() {
        server.plays(Scene.status(429, errorBody("slow down"), "Retry-After: 50"));

        SwitchboardException failure = failure(limits(Duration.ofSeconds(10), Duration.ofSeconds(10)));

        assertThat(failure.code()).isEqualTo(ErrorCode.MODEL_UNAVAILABLE);
        assertThat(failure).hasMessageContainingAll("429", "slow down");
        assertThat(waits).isEmpty();
    }

    @Test
    void nothingThatWasSaidIsLogged() throws Exception {
        Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        root.addAppender(log);
        root.setLevel(Level.DEBUG);
        try {
            server.plays(
                    stream(Ending.FINISH, opening(), text("confidential"), garbage()),
                    Scene.status(503, errorBody("confidential " + KEY)),
                    answer("confidential"));
            model(TimeLimits.DEFAULT)
                    .answer(
                            new ModelRequest(
                                    "confidential", List.of(new ModelMessage.User("confidential")), List.of(), null),
                            heard);
        } finally {
            root.setLevel(Level.WARN);
            root.detachAppender(log);
        }

        assertThat(log.list).extracting(ILoggingEvent::getMessage).contains("model call is made again");
        assertThat(log.list)
                .extracting(line -> line.getFormattedMessage() + line.getKeyValuePairs() + line.getThrowableProxy())
                .noneMatch(line -> line.contains("confidential") || line.contains(KEY));
    }

    // How the stories are told

    private void assertInterruptCloses(ScriptedServer.Waiting ready) throws Exception {
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        CompletableFuture<ModelReply> outcome = asked(model(TimeLimits.DEFAULT), thread);
        ready.await();
        assertThat(server.closedByClient()).isNotDone();

        thread.get(60, TimeUnit.SECONDS).interrupt();

        assertThat(outcome).failsWithin(AT_ONCE).withThrowableThat().withCauseInstanceOf(InterruptedException.class);
        assertThat(server.closedByClient()).succeedsWithin(AT_ONCE);
    }

    private CompletableFuture<ModelReply> asked(Model model) {
        return asked(model, new CompletableFuture<>());
    }

    private CompletableFuture<ModelReply> asked(Model model, CompletableFuture<Thread> thread) {
        CompletableFuture<ModelReply> outcome = new CompletableFuture<>();
        thread.complete(Thread.ofVirtual().start(() -> {
            try {
                outcome.complete(model.answer(HELLO, heard));
            } catch (Throwable e) {
                outcome.completeExceptionally(e);
            }
        }));
        return outcome;
    }

    String garbage() {
        return "data: {\"broken\": \n\n";
    }

    Scene answer(String... deltas) {
        StringBuilder all = new StringBuilder(opening());
        for (String delta : deltas) {
            all.append(text(delta));
        }
        return stream(Ending.FINISH, all.append(closing(true)).toString());
    }

    private Scene cutAfter(String delta) {
        return stream(Ending.CUT, opening(), text(delta)).endingAfter(heard::awaitText);
    }

    Scene stream(Ending ending, String... chunks) {
        return Scene.stream(
                ending,
                contentType(),
                Arrays.stream(chunks)
                        .filter(chunk -> !chunk.isEmpty())
                        .map(ScriptedServer::utf8)
                        .toList());
    }

    Model model(TimeLimits limits) {
        Retries retries = new Retries(3, waits::add, InstantSource.system(), new Random(1));
        return new Models(retries).open(settings(limits));
    }

    /** The request that is sent for a model with this budget for thinking. */
    JsonNode requestWithThinking(int thinkingTokens, @Nullable Integer maxTokens) throws InterruptedException {
        server.plays(answer("ok"));
        var settings = new ModelSettings(model(), server.url(), KEY, null, thinkingTokens, TimeLimits.DEFAULT);
        new Models()
                .open(settings)
                .answer(
                        new ModelRequest(null, List.of(new ModelMessage.User("hello")), List.of(), maxTokens),
                        ModelListener.NONE);
        return json(server.nextRequest().body());
    }

    private ModelSettings settings(TimeLimits limits) {
        return ModelSettings.of(model()).at(server.url(), KEY).within(limits);
    }

    private SwitchboardException failure(TimeLimits limits) {
        Model model = model(limits);
        return catchThrowableOfType(SwitchboardException.class, () -> model.answer(HELLO, heard));
    }

    private static TimeLimits limits(Duration firstToken, Duration betweenTokens) {
        return new TimeLimits(Duration.ofSeconds(10), firstToken, betweenTokens, Duration.ofSeconds(20));
    }

    static JsonNode json(String text) {
        return Json.mapper().readTree(text);
    }
}
