package dev.switchboard.testkit;

import static dev.switchboard.testkit.Talk.MAX_WAITING;
import static dev.switchboard.testkit.Talk.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.channel.Admission;
import dev.switchboard.core.channel.Inbox;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.journal.RunJournal;
import dev.switchboard.core.ledger.FinishReason;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.core.message.Brief;
import dev.switchboard.core.message.InboundMessage;
import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ToolCall;
import dev.switchboard.core.session.SessionKind;
import dev.switchboard.core.task.Task;
import dev.switchboard.core.task.Tasks;
import dev.switchboard.core.tool.ApprovalMode;
import dev.switchboard.core.tool.Plan;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What every store of tasks does, and what becomes of the brief a task is accepted with. */
public abstract class TasksContract {
    private final Talk anna = Talk.of("anna");
    private final Talk ben = Talk.of("ben");

    protected abstract Inbox inbox();

    protected abstract Ledger ledger();

    protected abstract RunJournal journal();

    protected abstract Tasks tasks();

    /** Closes what there is and opens it anew. */
    protected abstract void reopen();

    @Test
    void a_task_is_next_with_its_brief_and_the_name_of_its_run_also_after_a_restart() {
        long seq = submit(anna, "key-1");
        var waiting = new Inbox.Waiting(task(anna, "key-1"), seq, anna.run("key-1"), 0, false, anna.facts("titan"));

        assertThat(inbox().next(anna.session())).contains(waiting);
        assertThat(inbox().next(anna.session())).as("from the table").contains(waiting);
        reopen();
        assertThat(inbox().next(anna.session())).contains(waiting);
        assertThat(journal().of(anna.run("key-1")).brief()).isEqualTo(brief(anna.run("key-1")));
    }

    @Test
    void a_task_behind_another_message_keeps_its_brief() {
        long first = anna.say(inbox(), "m-1");
        long second = submit(anna, "key-1");
        anna.answer(ledger(), first, "m-1");

        assertThat(inbox().next(anna.session()))
                .contains(
                        new Inbox.Waiting(task(anna, "key-1"), second, anna.run("key-1"), 0, false, anna.facts(null)));
    }

    @Test
    void an_ordinary_message_has_no_brief_and_no_run_until_it_begins() {
        long seq = anna.say(inbox(), "m-1");

        assertThat(inbox().next(anna.session()))
                .contains(new Inbox.Waiting(anna.message("m-1", "text of m-1"), seq, null, 0, false, anna.facts(null)));
        assertThat(tasks().open(10)).isEmpty();
        assertThat(journal().of(anna.run("m-1")).brief()).isNull();
    }

    @Test
    void a_task_submitted_again_names_the_run_while_it_runs_and_its_answer_after() {
        long seq = submit(anna, "key-1");
        var again = task(anna, "key-1", new RunId("run-of-the-second-try"));
        var running = new Admission.Running(anna.session(), false, anna.run("key-1"));

        assertThat(inbox().admit(again, MAX_WAITING)).as("not begun").isEqualTo(running);
        anna.start(ledger(), seq, "key-1");
        reopen();
        assertThat(inbox().admit(again, MAX_WAITING)).as("begun").isEqualTo(running);
        assertThat(tasks().find(new RunId("run-of-the-second-try"))).isEmpty();

        anna.finish(ledger(), seq, "key-1");
        assertThat(inbox().admit(again, MAX_WAITING))
                .isEqualTo(new Admission.Answered(
                        anna.session(), seq, "answer to key-1", anna.run("key-1"), FinishReason.STOP, false));
    }

    @Test
    void a_task_submitted_again_from_elsewhere_is_still_the_same_task() {
        submit(anna, "key-1");
        var session = ben.session();
        var elsewhere = new InboundMessage(
                anna.message("key-1", "").identity(), session, "text of key-1", NOON, brief(new RunId("other")));

        assertThat(inbox().admit(elsewhere, MAX_WAITING))
                .isEqualTo(new Admission.Running(anna.session(), false, anna.run("key-1")));
        assertThat(inbox().next(session)).isEmpty();
    }

    @Test
    void a_refused_task_leaves_nothing_behind() {
        anna.say(inbox(), "m-1");

        assertThat(inbox().admit(task(anna, "key-1"), Talk.upTo(1))).isInstanceOf(Admission.Refused.class);
        assertThat(tasks().find(anna.run("key-1"))).isEmpty();
        assertThat(inbox().admit(task(anna, "key-1"), Talk.upTo(2))).isInstanceOf(Admission.Accepted.class);
    }

    @Test
    void a_task_is_found_from_its_acceptance_to_after_its_end() {
        long seq = submit(anna, "key-1");

        assertThat(tasks().find(anna.run("key-1"))).contains(open(anna, seq, "key-1", false));
        anna.start(ledger(), seq, "key-1");
        assertThat(tasks().find(anna.run("key-1"))).contains(open(anna, seq, "key-1", true));
        anna.finish(ledger(), seq, "key-1");
        reopen();
        assertThat(tasks().find(anna.run("key-1"))).contains(ended(anna, seq, "key-1"));
        assertThat(tasks().find(new RunId("no such run"))).isEmpty();
    }

    @Test
    void an_ordinary_run_is_found_when_it_has_begun() {
        long seq = anna.say(inbox(), "m-1");

        assertThat(tasks().find(anna.run("m-1"))).isEmpty();
        anna.start(ledger(), seq, "m-1");
        anna.start(ledger(), seq, "m-1");
        assertThat(tasks().find(anna.run("m-1"))).contains(ofChat(open(anna, seq, "m-1", true)));
        anna.finish(ledger(), seq, "m-1");
        assertThat(tasks().find(anna.run("m-1"))).contains(ofChat(ended(anna, seq, "m-1")));
    }

    @Test
    void what_is_open_is_listed_oldest_first_with_ordinary_runs_that_have_begun() {
        var late = ben.at(NOON.plusSeconds(3));
        var early = anna.at(NOON.plusSeconds(1));
        long third = submit(late, "key-1");
        long first = submit(early, "key-1");
        long second = anna.at(NOON.plusSeconds(2)).say(inbox(), "m-2");
        anna.say(inbox(), "not begun");
        anna.start(ledger(), second, "m-2");
        var carla = Talk.of("carla");
        carla.answer(ledger(), submit(carla, "over"), "over");

        assertThat(tasks().open(10))
                .containsExactly(
                        open(early, first, "key-1", false),
                        open(anna.at(NOON.plusSeconds(2)), second, "m-2", true),
                        open(late, third, "key-1", false));
        assertThat(tasks().open(2)).extracting(Task::messageSeq).containsExactly(first, second);
        assertThat(tasks().open(0)).isEmpty();
    }

    @Test
    void what_has_ended_is_listed_newest_first_without_ordinary_runs() {
        long first = submit(anna, "key-1");
        long second = submit(ben, "key-2");
        long third = submit(anna, "key-3");
        long ordinary = anna.say(inbox(), "m-1");
        anna.answer(ledger(), first, "key-1");
        ben.answer(ledger(), second, "key-2");
        anna.answer(ledger(), ordinary, "m-1");
        inbox().delivered(anna.session(), first);
        reopen();

        assertThat(tasks().ended(10)).containsExactly(ended(ben, second, "key-2"), ended(anna, first, "key-1"));
        assertThat(tasks().ended(1)).containsExactly(ended(ben, second, "key-2"));
        assertThat(tasks().open(10)).containsExactly(open(anna, third, "key-3", false));
    }

    /** Submits a task and expects it to be accepted; its number in the session. */
    protected final long submit(Talk talk, String key) {
        if (inbox().admit(task(talk, key), MAX_WAITING) instanceof Admission.Accepted(long seq)) {
            return seq;
        }
        throw new AssertionError(key + " was not accepted");
    }

    private static InboundMessage task(Talk talk, String key) {
        return task(talk, key, talk.run(key));
    }

    private static InboundMessage task(Talk talk, String key, RunId run) {
        var message = talk.message(key, "text of " + key);
        return new InboundMessage(message.identity(), message.session(), message.text(), talk.now(), brief(run));
    }

    /** One in which everything is said. */
    private static Brief brief(RunId run) {
        return new Brief(
                run,
                List.of(
                        new ModelMessage.User("What is there?"),
                        new ModelMessage.Assistant("I look.", null, List.of(new ToolCall("c1", "exec", "{}"))),
                        new ModelMessage.ToolResult("c1", "exec", "{\"ok\":true}")),
                "Be brief.",
                "What is remembered.",
                new Plan("A page", List.of(new Plan.Step("1", "Write it", Plan.Status.IN_PROGRESS))),
                ApprovalMode.ALWAYS_ASK,
                true,
                4_000L,
                Duration.ofMillis(1_500),
                "titan");
    }

    private static Task open(Talk talk, long seq, String id, boolean begun) {
        return new Task(
                talk.run(id), talk.session(), SessionKind.TASK, seq, id, "text of " + id, talk.now(), begun, null);
    }

    private static Task ended(Talk talk, long seq, String id) {
        var task = open(talk, seq, id, true);
        return new Task(
                task.run(),
                task.session(),
                task.kind(),
                seq,
                id,
                task.goal(),
                task.acceptedAt(),
                true,
                talk.answered(id));
    }

    /** The same in a session that no task has made. */
    private static Task ofChat(Task task) {
        return new Task(
                task.run(),
                task.session(),
                SessionKind.CHAT,
                task.messageSeq(),
                task.messageId(),
                task.goal(),
                task.acceptedAt(),
                task.begun(),
                task.end());
    }
}
