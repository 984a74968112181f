package dev.switchboard.testkit;

import static dev.switchboard.testkit.Talk.MAX_WAITING;
import static dev.switchboard.testkit.Talk.NOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.switchboard.core.approval.Approval;
import dev.switchboard.core.approval.Decision;
import dev.switchboard.core.channel.Admission;
import dev.switchboard.core.channel.AdmissionTerms;
import dev.switchboard.core.channel.Inbox;
import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionEpoch;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.journal.Change;
import dev.switchboard.core.journal.RunJournal;
import dev.switchboard.core.ledger.FinishReason;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.core.ledger.Recorded;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.message.Brief;
import dev.switchboard.core.message.InboundMessage;
import dev.switchboard.core.message.OutboundMessage;
import dev.switchboard.core.session.Session;
import dev.switchboard.core.session.SessionKind;
import dev.switchboard.core.session.SessionState;
import dev.switchboard.core.session.Sessions;
import dev.switchboard.core.session.Sessions.Changes;
import dev.switchboard.core.session.Sessions.NewSession;
import dev.switchboard.core.session.Sessions.Wanted;
import dev.switchboard.core.tool.Effect;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;

/** What every store of sessions does. */
public abstract class SessionsContract {
    private static final RunEvent.By ANNA = new RunEvent.By("anna", null);
    private static final Set<SessionKind> ALL = EnumSet.allOf(SessionKind.class);
    private static final AdmissionTerms OF_THE_SESSION = new AdmissionTerms(64, AdmissionTerms.DedupeScope.SESSION);

    private final Talk anna = Talk.of("anna");
    private final Talk ben = Talk.of("ben");
    private final Talk carla = Talk.of("carla");

    protected abstract Sessions sessions();

    protected abstract Inbox inbox();

    protected abstract Ledger ledger();

    protected abstract RunJournal journal();

    /** Closes what there is and opens it anew. */
    protected abstract void reopen();

    /** Waits until what was said so far is found. */
    protected abstract void indexed();

    @Test
    void a_session_is_there_before_its_first_message() {
        var made = sessions()
                .create(new NewSession(SessionKind.AGENT, "Plans", "titan", "/home/anna/plans", "native-1", null));

        assertThat(made.id().value()).matches("agent-\\d+");
        assertThat(made)
                .isEqualTo(new Session(
                        made.id(),
                        SessionKind.AGENT,
                        "Plans",
                        "titan",
                        null,
                        "/home/anna/plans",
                        "native-1",
                        made.createdAt(),
                        made.createdAt(),
                        0,
                        null,
                        SessionState.IDLE,
                        false,
                        false,
                        0,
                        0));
        reopen();
        assertThat(sessions().find(made.id())).contains(made);
        assertThat(sessions().list(Wanted.all(10)).sessions()).containsExactly(made);
        assertThat(ledger().lastSeq(made.id())).isZero();
        assertThat(sessions().find(new SessionId("agent-1"))).isEmpty();
    }

    @Test
    void two_made_in_one_moment_are_two_and_the_same_request_is_one() {
        var one = sessions().create(agent("One", null));
        var two = sessions().create(agent("Two", null));
        var asked = sessions().create(agent("Three", "request-1"));
        reopen();
        var again = sessions().create(agent("Three again", "request-1"));

        assertThat(one.id()).isNotEqualTo(two.id());
        assertThat(again).isEqualTo(asked);
        assertThat(sessions().list(Wanted.all(10)).sessions()).hasSize(3);
    }

    @Test
    void a_message_makes_a_chat_and_a_task_a_session_named_after_its_goal() {
        anna.say(inbox(), "m-1");
        submit(ben, "key-1", "Paint the fence.\nAnd the gate. " + "x".repeat(500), "titan");

        var chat = sessions().find(anna.session()).orElseThrow();
        assertThat(chat.kind()).isEqualTo(SessionKind.CHAT);
        assertThat(chat.name()).isEqualTo("anna");
        assertThat(chat.channel()).isEqualTo("terminal-dev");
        assertThat(chat.agent()).isNull();
        var task = sessions().find(ben.session()).orElseThrow();
        assertThat(task.kind()).isEqualTo(SessionKind.TASK);
        assertThat(task.name()).startsWith("Paint the fence. And the gate. xxx").hasSizeLessThan(100);
        assertThat(task.channel()).isEqualTo("terminal-dev");
        assertThat(task.agent()).isEqualTo("titan");
    }

    @Test
    void a_chat_can_be_there_before_its_first_message_and_is_made_once() {
        var id = new SessionId("web-1");
        var made = sessions().chat(id, "web-1", "web");
        assertThat(made.kind()).isEqualTo(SessionKind.CHAT);
        assertThat(made.name()).isEqualTo("web-1");
        assertThat(made.channel()).isEqualTo("web");
        assertThat(made.agent()).isNull();
        assertThat(ledger().lastSeq(id)).isZero();
        assertThat(sessions().chat(id, "another name", "web")).isEqualTo(made);
        reopen();
        assertThat(sessions().find(id)).contains(made);

        anna.say(inbox(), "m-1");
        assertThat(sessions().chat(anna.session(), "web-1", "web").name()).isEqualTo("anna");

        sessions().delete(id, "titan");
        assertThat(sessions().find(id)).isEmpty();
        assertThat(sessions().chat(id, "back", "web").name()).isEqualTo("back");
        assertThat(sessions().list(Wanted.all(10)).sessions()).hasSize(2);
    }

    @Test
    void a_chat_whose_ids_are_its_own_is_called_by_its_first_words_which_go_with_a_reset() {
        inbox().admit(anna.message("m-1", "Paint the fence.\nAnd " + "x".repeat(500)), OF_THE_SESSION);
        assertThat(name(anna)).startsWith("Paint the fence. And xxx").hasSizeLessThan(100);
        inbox().admit(anna.message("m-2", "And the gate."), OF_THE_SESSION);
        assertThat(name(anna)).startsWith("Paint the fence.");
        sessions().reset(anna.session(), "titan");
        assertThat(name(anna)).isEqualTo("Chat");

        inbox().admit(ben.message("m-1", "Paint the fence."), OF_THE_SESSION);
        sessions().change(ben.session(), new Changes(null, true, null));
        sessions().change(ben.session(), new Changes("Fences", null, null));
        sessions().reset(ben.session(), "titan");
        assertThat(name(ben)).as("a name that somebody gave").isEqualTo("Fences");

        inbox().admit(carla.message("m-1", " "), OF_THE_SESSION);
        assertThat(name(carla)).isEqualTo("Chat");
    }

    private String name(Talk talk) {
        return sessions().find(talk.session()).orElseThrow().name();
    }

    @Test
    void what_is_pinned_and_not_put_away_is_found_whatever_its_age() {
        var one = sessions().create(agent("One", null));
        var two = sessions().create(agent("Two", null));
        sessions().create(agent("Not pinned", null));
        var put = sessions().create(agent("Put away", null));
        var terminal = sessions().create(new NewSession(SessionKind.TERMINAL, "shell", null, null, null, null));
        for (var session : List.of(one, two, put, terminal)) {
            sessions().change(session.id(), new Changes(null, true, null));
        }
        sessions().change(put.id(), new Changes(null, null, true));
        anna.say(inbox(), "m-1");
        sessions().change(anna.session(), new Changes(null, true, null));

        assertThat(sessions().pinned(ALL, 10))
                .extracting(Session::id)
                .containsExactly(anna.session(), terminal.id(), two.id(), one.id());
        assertThat(sessions().pinned(EnumSet.of(SessionKind.AGENT), 10))
                .extracting(Session::id)
                .containsExactly(two.id(), one.id());
        assertThat(sessions().pinned(EnumSet.of(SessionKind.AGENT), 1))
                .as("what else is pinned takes nobody's place")
                .extracting(Session::id)
                .containsExactly(two.id());
        sessions().change(two.id(), new Changes(null, false, null));
        sessions().delete(one.id(), "titan");
        assertThat(sessions().pinned(EnumSet.of(SessionKind.AGENT), 10)).isEmpty();
    }

    @Test
    void a_task_given_to_a_session_that_is_there_changes_nothing_of_it() {
        var made = sessions().create(agent("Plans", null));
        var message = new InboundMessage(
                anna.message("key-1", "").identity(), made.id(), "Do it.", NOON, brief(anna.run("key-1"), "titan"));
        inbox().admit(message, MAX_WAITING);

        var found = sessions().find(made.id()).orElseThrow();
        assertThat(found.kind()).isEqualTo(SessionKind.AGENT);
        assertThat(found.name()).isEqualTo("Plans");
        assertThat(found.agent()).isEqualTo("default");
        assertThat(found.lastText()).isEqualTo("Do it.");
        assertThat(inbox().next(made.id()).orElseThrow().session().agent()).isEqualTo("default");
    }

    @Test
    void what_last_happened_is_shown_at_once_and_kept() {
        long seq = anna.at(NOON.plusSeconds(1)).say(inbox(), "m-1");
        assertThat(sessions().find(anna.session())).hasValueSatisfying(session -> {
            assertThat(session.lastSeq()).isEqualTo(1);
            assertThat(session.lastEventAt()).isEqualTo(NOON.plusSeconds(1));
            assertThat(session.lastText()).isEqualTo("text of m-1");
        });
        anna.start(ledger(), seq, "m-1");
        assertThat(sessions().find(anna.session())).hasValueSatisfying(session -> {
            assertThat(session.lastSeq()).isEqualTo(3);
            assertThat(session.lastText()).isEqualTo("text of m-1");
        });
        anna.finish(ledger(), seq, "m-1");
        var found = sessions().find(anna.session()).orElseThrow();
        assertThat(found.lastSeq()).isEqualTo(5);
        assertThat(found.lastText()).isEqualTo("answer to m-1");
        assertThat(sessions().list(Wanted.all(1)).sessions()).containsExactly(found);
        reopen();
        assertThat(sessions().find(anna.session())).contains(found);
    }

    @Test
    void a_text_is_cut_between_characters_and_never_inside_one() {
        for (int before = 155; before < 165; before++) {
            var text = "x".repeat(before) + "😀".repeat(20);
            inbox().admit(anna.message("m-" + before, text), MAX_WAITING);

            var shown = String.valueOf(
                    sessions().list(Wanted.all(1)).sessions().getFirst().lastText());
            assertThat(shown).endsWith("…").hasSizeLessThan(200);
            assertThat(shown.codePoints()).noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
        }
    }

    @Test
    void the_list_is_by_last_event_newest_first_page_by_page() {
        anna.at(NOON.plusSeconds(1)).say(inbox(), "m-1");
        ben.at(NOON.plusSeconds(3)).say(inbox(), "m-1");
        carla.at(NOON.plusSeconds(2)).say(inbox(), "m-1");
        submit(Talk.of("dora").at(NOON.plusSeconds(2)), "key-1", "Dig.", null);
        sessions().create(agent("Old", null));

        var pages = new ArrayList<List<String>>();
        String next = null;
        do {
            var page = sessions().list(new Wanted(ALL, null, null, false, next, 2));
            pages.add(names(page.sessions()));
            next = page.next();
        } while (next != null);

        assertThat(pages).containsExactly(List.of("ben", "Dig."), List.of("carla", "anna"), List.of("Old"));
        anna.at(NOON.plusSeconds(9)).say(inbox(), "m-2");
        assertThat(names(list(ALL, null, null))).startsWith("anna", "ben");
        assertThatThrownBy(() -> sessions().list(new Wanted(ALL, null, null, false, "no such page", 2)))
                .isInstanceOf(SwitchboardException.class)
                .hasMessageContaining("before");
    }

    @Test
    void a_list_holds_no_kind_that_was_not_asked_for() {
        anna.at(NOON.plusSeconds(1)).say(inbox(), "m-1");
        submit(ben.at(NOON.plusSeconds(2)), "key-1", "Dig.", null);
        sessions().create(agent("Mine", null));
        sessions().create(new NewSession(SessionKind.HEADLESS, "Coder", null, "/src", "native", null));

        assertThat(names(list(Set.of(SessionKind.CHAT), null, null))).containsExactly("anna");
        assertThat(names(list(Set.of(SessionKind.TASK, SessionKind.AGENT), null, null)))
                .containsExactly("Dig.", "Mine");
        assertThat(names(list(Set.of(SessionKind.HEADLESS), null, null))).containsExactly("Coder");
        assertThat(list(Set.of(SessionKind.TERMINAL), null, null)).isEmpty();
        assertThat(list(Set.of(), null, null)).isEmpty();
    }

    @Test
    void the_state_follows_from_messages_and_approvals() {
        anna.at(NOON.plusSeconds(1)).say(inbox(), "m-1");
        long asking = ben.at(NOON.plusSeconds(2)).say(inbox(), "m-1");
        long done = carla.at(NOON.plusSeconds(3)).say(inbox(), "m-1");
        carla.answer(ledger(), done, "m-1");
        ben.start(ledger(), asking, "m-1");
        ask(ben, "approval-1", "m-1");

        assertThat(state(anna)).isEqualTo(SessionState.AGENT_RUNNING);
        assertThat(state(ben)).isEqualTo(SessionState.WAITING_APPROVAL);
        assertThat(state(carla)).isEqualTo(SessionState.IDLE);
        reopen();
        assertThat(names(list(ALL, SessionState.AGENT_RUNNING, null))).containsExactly("anna");
        assertThat(names(list(ALL, SessionState.WAITING_APPROVAL, null))).containsExactly("ben");
        assertThat(names(list(ALL, SessionState.IDLE, null))).containsExactly("carla");
        assertThat(list(ALL, SessionState.ENDED, null)).isEmpty();
        assertThat(list(Set.of(SessionKind.TASK), SessionState.AGENT_RUNNING, null))
                .isEmpty();

        answer(ben, "approval-1");
        assertThat(state(ben)).isEqualTo(SessionState.AGENT_RUNNING);
        assertThat(names(list(ALL, SessionState.AGENT_RUNNING, null))).containsExactly("ben", "anna");
        assertThat(names(sessions()
                        .list(new Wanted(ALL, SessionState.AGENT_RUNNING, null, false, null, 1))
                        .sessions()))
                .containsExactly("ben");
        ben.finish(ledger(), asking, "m-1");
        assertThat(state(ben)).isEqualTo(SessionState.IDLE);
    }

    @Test
    void what_runs_is_listed_page_by_page_too() {
        for (int i = 0; i < 5; i++) {
            Talk.of("peer-" + i).at(NOON.plusSeconds(i)).say(inbox(), "m-1");
        }
        var first = sessions().list(new Wanted(ALL, SessionState.AGENT_RUNNING, null, false, null, 3));
        var second = sessions().list(new Wanted(ALL, SessionState.AGENT_RUNNING, null, false, first.next(), 3));

        assertThat(names(first.sessions())).containsExactly("peer-4", "peer-3", "peer-2");
        assertThat(names(second.sessions())).containsExactly("peer-1", "peer-0");
        assertThat(second.next()).isNull();
    }

    @Test
    void a_session_is_renamed_pinned_and_put_away() {
        anna.say(inbox(), "m-1");
        ben.say(inbox(), "m-1");

        var renamed = sessions()
                .change(anna.session(), new Changes(" The  garden ", null, null))
                .orElseThrow();
        assertThat(renamed.name()).isEqualTo("The garden");
        assertThat(renamed.pinned()).isFalse();
        var pinned =
                sessions().change(anna.session(), new Changes(null, true, null)).orElseThrow();
        assertThat(pinned.name()).isEqualTo("The garden");
        assertThat(pinned.pinned()).isTrue();
        var away = sessions()
                .change(anna.session(), new Changes(null, false, true))
                .orElseThrow();
        assertThat(away.pinned()).isFalse();
        reopen();

        assertThat(names(list(ALL, null, null))).containsExactly("ben");
        assertThat(sessions().list(new Wanted(ALL, null, null, true, null, 10)).sessions())
                .containsExactly(away);
        assertThat(sessions().find(anna.session())).contains(away);
        sessions().change(anna.session(), new Changes(null, null, false));
        assertThat(list(ALL, null, null)).hasSize(2);
        assertThat(sessions().change(new SessionId("nobody"), new Changes("x", null, null)))
                .isEmpty();
    }

    @Test
    void a_switch_of_the_agent_shows() {
        anna.say(inbox(), "m-1");
        journal()
                .append(
                        anna.at(),
                        List.of(new RunEvent.Received("e-1", null, "agent_switch", "switch", null)),
                        List.of(new Change.AgentChosen("titan")));

        assertThat(sessions().find(anna.session()).orElseThrow().agent()).isEqualTo("titan");
    }

    @Test
    void a_list_is_searched_by_name_and_by_what_was_said() {
        inbox().admit(anna.at(NOON.plusSeconds(1)).message("m-1", "The zebra ate my homework."), MAX_WAITING);
        inbox().admit(ben.at(NOON.plusSeconds(2)).message("m-1", "Nothing happened."), MAX_WAITING);
        inbox().admit(carla.at(NOON.plusSeconds(3)).message("m-1", "Nor here."), MAX_WAITING);
        sessions().change(ben.session(), new Changes("About the Zebras", null, null));
        indexed();

        assertThat(names(list(ALL, null, "zebra"))).containsExactly("About the Zebras", "anna");
        assertThat(names(list(ALL, null, "homework zebra"))).containsExactly("anna");
        assertThat(names(list(ALL, null, "ZEBRA ate"))).containsExactly("anna");
        assertThat(names(list(ALL, SessionState.AGENT_RUNNING, "zeb"))).containsExactly("About the Zebras", "anna");
        assertThat(list(ALL, SessionState.WAITING_APPROVAL, "zebra")).isEmpty();
        assertThat(list(Set.of(SessionKind.TASK), null, "zebra")).isEmpty();
        assertThat(list(ALL, null, "giraffe")).isEmpty();
        assertThat(list(ALL, null, "  ")).hasSize(3);
    }

    @Test
    void who_watches_is_told_of_each_changed_session_once_as_it_is_now() throws InterruptedException {
        try (var watch = sessions().watch(EnumSet.of(SessionKind.CHAT, SessionKind.AGENT))) {
            assertThat(watch.await(Duration.ZERO).isEmpty()).isTrue();
            long seq = anna.say(inbox(), "m-1");
            anna.answer(ledger(), seq, "m-1");
            submit(ben, "key-1", "Not asked for.", null);
            var told = watch.await(Duration.ofSeconds(60));
            assertThat(told.changed())
                    .containsExactly(sessions().find(anna.session()).orElseThrow());
            assertThat(told.changed().getFirst().lastText()).isEqualTo("answer to m-1");
            assertThat(told.gone()).isEmpty();
            assertThat(told.missed()).isFalse();

            var made = sessions().create(agent("Mine", null));
            assertThat(watch.await(Duration.ofSeconds(60)).changed()).containsExactly(made);
            var renamed = sessions()
                    .change(made.id(), new Changes("Yours", null, null))
                    .orElseThrow();
            assertThat(watch.await(Duration.ofSeconds(60)).changed()).containsExactly(renamed);
        }
    }

    @Test
    void who_watches_and_does_not_look_is_told_to_list_them_anew() throws InterruptedException {
        try (var watch = sessions().watch(ALL)) {
            for (int i = 0; i <= Sessions.Watch.MAX_REMEMBERED; i++) {
                Talk.of("peer-" + i).say(inbox(), "m-1");
            }
            assertThat(watch.await(Duration.ofSeconds(60)).missed()).isTrue();
            anna.say(inbox(), "m-1");
            assertThat(names(watch.await(Duration.ofSeconds(60)).changed())).containsExactly("anna");
        }
    }

    @Test
    void closing_a_watch_ends_the_wait() throws InterruptedException {
        var watch = sessions().watch(ALL);
        Thread.ofVirtual().start(watch::close);

        assertThat(watch.await(Duration.ofSeconds(60)).isEmpty()).isTrue();
    }

    @Test
    void a_reset_ends_what_is_open_and_leaves_nothing_of_what_was_said() {
        long answered = anna.say(inbox(), "m-1");
        anna.answer(ledger(), answered, "m-1");
        long running = anna.say(inbox(), "m-2");
        anna.start(ledger(), running, "m-2");
        ask(anna, "approval-1", "m-2");
        anna.say(inbox(), "m-3");
        anna.say(inbox(), "m-4");
        indexed();
        long mark = ledger().lastSeq(anna.session());

        var ended = sessions().reset(anna.session(), "titan").orElseThrow();

        assertThat(ended.answers())
                .extracting(OutboundMessage::messageId, OutboundMessage::text, OutboundMessage::finishReason)
                .containsExactly(
                        tuple("m-2", "This was stopped because the conversation was reset.", FinishReason.STOP),
                        tuple("m-3", "The conversation was reset before this was run.", FinishReason.ERROR),
                        tuple("m-4", "The conversation was reset before this was run.", FinishReason.ERROR));
        assertThat(ended.withdrawn()).extracting(Approval::id).containsExactly("approval-1");
        var left = ledger().after(anna.session(), 0, 100);
        assertThat(left).extracting(Recorded::seq).startsWith(mark + 1).isSorted();
        assertThat(left)
                .extracting(one -> one.event().getClass().getSimpleName())
                .containsExactly("Received", "ApprovalResolved", "Stopped", "TurnEnd", "Failed", "Failed");
        assertThat(left.getFirst().event()).isInstanceOfSatisfying(RunEvent.Received.class, received -> {
            assertThat(received.subtype()).isEqualTo("new_session");
            assertThat(String.valueOf(received.payload())).isEqualTo("{\"previousAgent\":\"titan\"}");
        });
        assertThat(ledger().before(anna.session(), Long.MAX_VALUE, 100)).hasSameElementsAs(left);
        assertThat(inbox().next(anna.session())).isEmpty();
        assertThat(journal().of(anna.run("m-2")).approvals()).isEmpty();
        assertThat(journal().unanswered(null, 10).approvals()).isEmpty();
        assertThat(list(ALL, null, "text")).isEmpty();
        var session = sessions().find(anna.session()).orElseThrow();
        assertThat(session.epoch()).isEqualTo(1);
        assertThat(session.lowWater()).isEqualTo(mark);
        assertThat(session.state()).isEqualTo(SessionState.IDLE);
        assertThat(session.lastText()).isEqualTo("The conversation was reset before this was run.");
        reopen();
        assertThat(sessions().find(anna.session())).contains(session);
        assertThat(ledger().after(anna.session(), 0, 100)).isEqualTo(left);
        assertThat(inbox().next(anna.session())).isEmpty();
    }

    @Test
    void what_was_ended_by_a_reset_is_on_its_way_to_its_peer_and_to_nobody_else() {
        long answered = anna.say(inbox(), "m-1");
        anna.answer(ledger(), answered, "m-1");
        inbox().unclaimed(anna.session(), answered);
        long undelivered = anna.say(inbox(), "m-2");
        anna.answer(ledger(), undelivered, "m-2");
        long waiting = anna.say(inbox(), "m-3");

        sessions().reset(anna.session(), "titan");

        assertThat(inbox().undelivered(NOON.plusSeconds(99), 10))
                .extracting(OutboundMessage::messageId)
                .containsExactly("m-3");
        inbox().unclaimed(anna.session(), waiting);
        assertThat(inbox().unclaimed("terminal-dev", "local", "anna", NOON.minusSeconds(99), 10))
                .extracting(OutboundMessage::messageId)
                .containsExactly("m-3");
        sessions().reset(anna.session(), "titan");
        assertThat(inbox().unclaimed("terminal-dev", "local", "anna", NOON.minusSeconds(99), 10))
                .isEmpty();
        assertThat(inbox().sessionsWaiting(NOON.plusSeconds(99), null, 10)).isEmpty();
    }

    @Test
    void an_id_from_before_a_reset_is_forgotten_and_what_follows_it_is_new() {
        long seq = anna.say(inbox(), "m-1");
        anna.answer(ledger(), seq, "m-1");
        anna.say(inbox(), "m-2");
        sessions().reset(anna.session(), "titan");
        long last = ledger().lastSeq(anna.session());

        for (var id : List.of("m-1", "m-2")) {
            assertThat(inbox().admit(anna.message(id, "whatever is sent now"), MAX_WAITING))
                    .isEqualTo(new Admission.Forgotten(anna.session(), null));
        }
        assertThat(anna.say(inbox(), "m-3")).isEqualTo(last + 1);
        var next = inbox().next(anna.session()).orElseThrow();
        assertThat(next.at()).isEqualTo(new SessionEpoch(anna.session(), 1));
        assertThatThrownBy(() -> anna.start(ledger(), next.seq(), "m-3"))
                .isInstanceOfSatisfying(SwitchboardException.class, late -> assertThat(late.code())
                        .isEqualTo(ErrorCode.NO_LONGER_YOURS));
        assertThat(ledger().finish(next.at(), next.seq(), anna.run("m-3"), List.of(anna.answered("m-3"))))
                .isTrue();
        assertThat(sessions().find(anna.session()).orElseThrow().lastText()).isEqualTo("answer to m-3");
    }

    @Test
    void a_task_that_was_reset_has_its_end_and_neither_goal_nor_name() {
        submit(ben, "key-1", "Paint the fence.", "titan");
        var run = ben.run("key-1");
        sessions().reset(ben.session(), "titan");

        assertThat(inbox().admit(ben.message("key-1", "Paint the fence."), MAX_WAITING))
                .isEqualTo(new Admission.Forgotten(ben.session(), run));
        assertThat(sessions().find(ben.session()).orElseThrow().name()).isEqualTo("Task");
        assertThat(ledger().run(run))
                .hasValueSatisfying(found -> assertThat(found.finishReason()).isEqualTo(FinishReason.ERROR));
        assertThat(journal().of(run).brief()).isNull();
        sessions().reset(ben.session(), "titan");
        assertThat(ledger().run(run)).isEmpty();
    }

    @Test
    void a_deleted_session_is_not_there_until_its_peer_speaks_again() throws InterruptedException {
        long seq = anna.say(inbox(), "m-1");
        anna.answer(ledger(), seq, "m-1");
        sessions().change(anna.session(), new Changes("The garden", true, true));
        try (var watch = sessions().watch(ALL)) {
            assertThat(sessions().delete(anna.session(), "titan")).isPresent();
            assertThat(watch.await(Duration.ofSeconds(60)).gone()).containsExactly(anna.session());
        }
        reopen();
        long last = ledger().lastSeq(anna.session());

        assertThat(sessions().find(anna.session())).isEmpty();
        assertThat(list(ALL, null, null)).isEmpty();
        assertThat(sessions().list(new Wanted(ALL, null, null, true, null, 10)).sessions())
                .isEmpty();
        assertThat(sessions().change(anna.session(), new Changes("x", null, null)))
                .isEmpty();
        assertThat(sessions().reset(anna.session(), "titan")).isEmpty();
        assertThat(sessions().delete(anna.session(), "titan")).isEmpty();
        assertThat(ledger().after(anna.session(), 0, 10))
                .as("its end, for who watches")
                .hasSize(1);
        assertThat(inbox().admit(anna.message("m-1", "text of m-1"), MAX_WAITING))
                .isInstanceOf(Admission.Forgotten.class);
        assertThat(sessions().find(anna.session())).isEmpty();

        assertThat(anna.say(inbox(), "m-2")).isEqualTo(last + 1);
        var back = sessions().find(anna.session()).orElseThrow();
        assertThat(back.name()).isEqualTo("anna");
        assertThat(back.pinned() || back.archived()).isFalse();
        assertThat(back.epoch()).isEqualTo(1);
        assertThat(list(ALL, null, null)).containsExactly(back);
        reopen();
        assertThat(sessions().find(anna.session())).contains(back);
    }

    @Test
    void a_request_for_a_session_that_was_deleted_makes_another_one() {
        var made = sessions().create(agent("Plans", "request-1"));
        sessions().delete(made.id(), "titan");

        assertThat(sessions().create(agent("Plans", "request-1")).id()).isNotEqualTo(made.id());
    }

    @Test
    void there_is_nothing_to_reset_where_there_is_no_session() {
        assertThat(sessions().reset(new SessionId("nobody"), "titan")).isEmpty();
        assertThat(sessions().delete(new SessionId("nobody"), "titan")).isEmpty();
    }

    private static NewSession agent(String name, @Nullable String requestId) {
        return new NewSession(SessionKind.AGENT, name, "default", null, null, requestId);
    }

    private List<Session> list(Set<SessionKind> kinds, @Nullable SessionState state, @Nullable String words) {
        return sessions().list(new Wanted(kinds, state, words, false, null, 50)).sessions();
    }

    private static List<String> names(List<Session> sessions) {
        return sessions.stream().map(Session::name).toList();
    }

    private SessionState state(Talk talk) {
        return sessions().find(talk.session()).orElseThrow().state();
    }

    private void submit(Talk talk, String key, String goal, @Nullable String agent) {
        var message = talk.message(key, goal);
        inbox().admit(
                        new InboundMessage(
                                message.identity(), message.session(), goal, talk.now(), brief(talk.run(key), agent)),
                        MAX_WAITING);
    }

    private static Brief brief(RunId run, @Nullable String agent) {
        return new Brief(run, List.of(), null, null, null, null, false, null, null, agent);
    }

    private void ask(Talk talk, String id, String message) {
        var approval = new Approval(
                id,
                talk.session(),
                talk.run(message),
                1,
                0,
                "call_1",
                "turn",
                "exec",
                JsonNodeFactory.instance.objectNode(),
                Effect.EXECUTE,
                "It wants to.",
                NOON.plusSeconds(300),
                null,
                null);
        journal()
                .append(
                        talk.at(),
                        talk.run(message),
                        List.of(talk.turnStart(message)),
                        List.of(new Change.ApprovalAsked(approval)));
    }

    private void answer(Talk talk, String id) {
        journal()
                .append(
                        talk.at(),
                        talk.run("m-1"),
                        List.of(talk.turnStart("m-1")),
                        List.of(new Change.ApprovalAnswered(id, new Decision(true, null, null, ANNA))));
    }
}
