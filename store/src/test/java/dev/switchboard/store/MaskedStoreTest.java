package dev.switchboard.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.approval.Approval;
import dev.switchboard.core.channel.Admission;
import dev.switchboard.core.channel.ChannelEvent;
import dev.switchboard.core.channel.Inbox;
import dev.switchboard.core.failure.FatalErrors;
import dev.switchboard.core.identity.Scope;
import dev.switchboard.core.journal.Change;
import dev.switchboard.core.ledger.Feed;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.ledger.Recorded;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ToolCall;
import dev.switchboard.core.tool.Effect;
import dev.switchboard.core.tool.ToolResult;
import dev.switchboard.json.Json;
import dev.switchboard.testkit.Talk;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

/** What is stored to be shown holds no secret; what a run goes on from is whole. */
final class MaskedStoreTest {
    private static final String KEY = "sk-\"very\"-secret-key";

    private static final Set<Class<?>> ONLY_IDS = Set.of(
            RunEvent.TurnStart.class,
            RunEvent.ThinkStart.class,
            RunEvent.TurnEnd.class,
            RunEvent.InjectionsTaken.class);

    @TempDir
    Path folder;

    private final Masking masking = new Masking(List.of(KEY));
    private Store store;
    private final Talk talk = Talk.of("anna");

    @BeforeEach
    void open() {
        store = open(masking);
    }

    private Store open(Masking knowing) {
        return Store.open(
                folder.resolve("s.db"), folder.resolve("token.key"), Clock.systemUTC(), knowing, FatalErrors.LOGGED);
    }

    @AfterEach
    void close() {
        store.close();
    }

    static List<Class<?>> kinds() {
        return kinds(RunEvent.class).toList();
    }

    private static Stream<Class<?>> kinds(Class<?> sealed) {
        return sealed.isSealed()
                ? Stream.of(sealed.getPermittedSubclasses()).flatMap(MaskedStoreTest::kinds)
                : Stream.of(sealed);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void whateverTextAnEventHoldsIsRecordedAndToldWithoutSecrets(Class<? extends RunEvent> kind) throws Exception {
        long seq = talk.say(store.inbox(), "m-1");
        talk.start(store.ledger(), seq, "m-1");
        var told = new CopyOnWriteArrayList<Recorded>();
        store.ledger().onCommit((_, events) -> told.addAll(events));
        var event = (RunEvent) filled(kind, true);
        boolean holdsText = !ONLY_IDS.contains(kind);
        assertThat(event.toString().contains(KEY)).isEqualTo(holdsText);

        store.ledger().append(talk.at(), talk.run("m-1"), List.of(event));
        store.journal().append(talk.at(), talk.run("m-1"), List.of(event), List.of());
        store.journal().append(talk.at(), List.of(event), List.of());

        var stored = store.ledger().after(talk.session(), seq + 2, 10);
        assertThat(stored).hasSize(3).isEqualTo(told);
        assertThat(stored).allSatisfy(recorded -> {
            assertThat(recorded.event().toString()).doesNotContain(KEY);
            assertThat(recorded.event().toString().contains("filled ••••")).isEqualTo(holdsText);
            assertThat(recorded.event().id()).isEqualTo(event.id());
        });
        close();
        assertThat(Files.readString(folder.resolve("s.db"), StandardCharsets.ISO_8859_1))
                .doesNotContain("very\\\"-secret");
        open();
    }

    @Test
    void aQuestionOfAGatewayThatMaskedNoneIsReadWithoutSecrets() {
        close();
        store = open(Masking.NONE);
        long seq = talk.say(store.inbox(), "m-1");
        talk.start(store.ledger(), seq, "m-1");
        var asked = new Approval(
                "a-1",
                talk.session(),
                talk.run("m-1"),
                1,
                0,
                "call",
                "turn",
                "exec",
                Json.mapper().createObjectNode().put("command", "curl -H " + KEY),
                Effect.EXECUTE,
                "It sends " + KEY,
                Instant.now().plusSeconds(60),
                null,
                null);
        var change = new Change.ApprovalAsked(asked);
        store.journal().append(talk.at(), talk.run("m-1"), List.of(talk.turnEnd("m-1")), List.of(change));
        close();
        store = open(masking);

        var shown = new ArrayList<Approval>();
        shown.addAll(store.journal().unanswered(null, 10).approvals());
        shown.addAll(store.journal().approval("a-1").stream().toList());
        shown.addAll(store.journal().of(talk.run("m-1")).approvals());
        store.inbox().openQuestions("terminal-dev", "local", "anna", talk.session(), 10).stream()
                .map(Inbox.OpenQuestion::approval)
                .forEach(shown::add);
        assertThat(shown).hasSize(4).allSatisfy(approval -> {
            assertThat(approval.arguments().get("command").stringValue()).isEqualTo("curl -H ••••");
            assertThat(approval.reason()).isEqualTo("It sends ••••");
        });
    }

    @Test
    void theEndOfARunToo() {
        long seq = talk.say(store.inbox(), "m-1");
        store.journal()
                .start(talk.at(), seq, talk.run("m-1"), List.of(talk.started("m-1")), List.of())
                .await();
        var end = new RunEvent.Answered("e", talk.run("m-1").value(), "m-1", "It is " + KEY, null, 1);
        store.journal().finish(talk.at(), seq, talk.run("m-1"), List.of(end), List.of());

        assertThat(store.inbox().undelivered(Instant.MAX, 10).getFirst().text()).isEqualTo("It is ••••");
    }

    @Test
    void aPersonsOwnMessageIsKeptAsWrittenAndShownWithoutSecrets() throws Exception {
        var feed = new Feed(store.ledger(), masking);
        try (var watching = feed.subscribe(talk.session(), 0)) {
            store.inbox().admit(talk.message("m-1", "my key is " + KEY), Talk.MAX_WAITING);

            assertThat(((RunEvent.UserMessage) watching.next(Duration.ofSeconds(10))
                                    .getFirst()
                                    .event())
                            .text())
                    .isEqualTo("my key is ••••");
        }
        assertThat(feed.after(talk.session(), 0, 10).toString())
                .contains("my key is ••••")
                .doesNotContain(KEY);
        assertThat(store.inbox().next(talk.session()).orElseThrow().message().text())
                .isEqualTo("my key is " + KEY);
        assertThat(store.ledger().after(talk.session(), 0, 10).toString()).contains(KEY);
        talk.start(store.ledger(), 1, "m-1");
        assertThat(store.tasks().find(talk.run("m-1")).orElseThrow().goal()).isEqualTo("my key is ••••");
    }

    @Test
    void whatAnOlderGatewayRecordedIsShownWithoutSecrets() {
        store.close();
        store = open(Masking.NONE);
        var run = talk.run("m-1");
        long seq = talk.say(store.inbox(), "m-1");
        talk.start(store.ledger(), seq, "m-1");
        store.journal().append(talk.at(), List.of(new RunEvent.Summarised("e", 1, "key " + KEY)), List.of());
        var end = new RunEvent.Answered("f", run.value(), "m-1", "It is " + KEY, null, 1);
        store.journal().finish(talk.at(), seq, run, List.of(end), List.of());
        store.close();
        open();

        assertThat(store.ledger().after(talk.session(), seq, 10).toString())
                .contains("key ••••", "It is ••••")
                .doesNotContain(KEY);
        assertThat(store.ledger().before(talk.session(), Long.MAX_VALUE, 10).toString())
                .contains("key ••••", "It is ••••")
                .doesNotContain(KEY);
        assertThat(store.tasks().find(run).orElseThrow().end())
                .extracting(RunEvent.Final::text)
                .isEqualTo("It is ••••");
        assertThat(store.inbox().undelivered(Instant.MAX, 10).getFirst().text()).isEqualTo("It is ••••");
        assertThat(store.inbox().admit(talk.message("m-1", "m-1"), Talk.MAX_WAITING))
                .isInstanceOfSatisfying(Admission.Answered.class, answered -> assertThat(answered.reply())
                        .isEqualTo("It is ••••"));
    }

    @Test
    void whatARunGoesOnFromIsWhole() throws IOException {
        long seq = talk.say(store.inbox(), "m-1");
        talk.start(store.ledger(), seq, "m-1");
        var run = talk.run("m-1");
        var arguments = Json.mapper().createObjectNode().put("key", KEY);
        var said = new ModelMessage.Assistant(KEY, null, List.of(new ToolCall("call_a", "read", arguments.toString())));
        var result = ToolResult.okay().put("text", KEY);
        store.journal()
                .append(
                        talk.at(),
                        run,
                        List.of(talk.turnEnd("m-1")),
                        List.of(
                                new Change.StepAsked(1, said, null, 0),
                                new Change.CallStarted(1, 0),
                                new Change.CallFinished(1, 0, "e-1", result)));

        var step = store.journal().of(run).steps().getFirst();
        assertThat(step.message()).isEqualTo(said);
        try (var kept = store.journal().result("e-1").orElseThrow().open()) {
            assertThat(Json.mapper().readTree(kept)).isEqualTo(result);
        }
    }

    @Test
    void thePreviewOfAChannelEventHoldsNoSecret() {
        store.channelEvents()
                .append(new ChannelEvent(
                        "c", ChannelEvent.Type.INBOUND_ACCEPTED, Instant.EPOCH, "p", null, "m", null, "key " + KEY));
        assertThat(store.channelEvents().latest("c", 1).getFirst().preview()).isEqualTo("key ••••");
    }

    @Test
    void aTokenWeMadeIsKnownByItsForm() {
        var operator = store.tokens().keepOperator("swb_" + UUID.randomUUID());
        var minted = store.tokens().mint(operator, "one", Set.of(Scope.TASK_READ), null);

        assertThat(Masking.NONE.mask("it is " + minted.secret() + ".")).isEqualTo("it is ••••.");
    }

    @Test
    void onlyTheirOwnerReadsTheFilesOfLongResults() throws Exception {
        new ResultFiles(folder.resolve("results"))
                .write("e-1", json -> json.writeStartObject().writeEndObject());

        assertThat(Files.getPosixFilePermissions(folder.resolve("results/e-1.json")))
                .hasToString("[OWNER_READ, OWNER_WRITE]");
    }

    /** A record with the key in every text but an event's ids. */
    private static Object filled(Class<?> type, boolean event) throws ReflectiveOperationException {
        var values = new ArrayList<Object>();
        for (var component : type.getRecordComponents()) {
            boolean id = event && component.getName().matches("id|.*Ids?");
            values.add(id && component.getType() == String.class ? "e-1" : value(component.getGenericType(), id));
        }
        var types = Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        return type.getDeclaredConstructor(types).newInstance(values.toArray());
    }

    private static Object value(Type type, boolean id) throws ReflectiveOperationException {
        if (type instanceof ParameterizedType list && list.getRawType() == List.class) {
            return List.of(value(list.getActualTypeArguments()[0], id));
        }
        var plain = (Class<?>) type;
        if (plain == String.class) {
            return id ? "e-1" : "filled " + KEY;
        }
        if (plain == ObjectNode.class) {
            var object = Json.mapper()
                    .createObjectNode()
                    .put("text", "filled " + KEY)
                    .put("filled " + KEY, 1);
            object.putArray("list").add("filled " + KEY);
            return object;
        }
        if (plain == int.class || plain == Integer.class) {
            return 1;
        }
        if (plain == long.class || plain == Long.class) {
            return 1L;
        }
        if (plain == boolean.class || plain == Boolean.class) {
            return true;
        }
        if (plain == Instant.class) {
            return Instant.EPOCH;
        }
        if (plain.isEnum()) {
            return plain.getEnumConstants()[0];
        }
        if (plain.isRecord()) {
            return filled(plain, false);
        }
        throw new AssertionError("an event holds a " + plain + ": is it masked? Say so in EventMask and here.");
    }
}
