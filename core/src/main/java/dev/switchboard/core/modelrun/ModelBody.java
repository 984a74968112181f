package dev.switchboard.core.modelrun;

import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.journal.Injection;
import dev.switchboard.core.journal.RunRecord;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.ledger.RunEvent.Status;
import dev.switchboard.core.message.Brief;
import dev.switchboard.core.model.ModelRequest;
import dev.switchboard.core.run.CallSlot;
import dev.switchboard.core.run.Outcome;
import dev.switchboard.core.run.RunBody;
import dev.switchboard.core.run.RunContext;
import dev.switchboard.core.run.RunStopped;
import dev.switchboard.core.tool.Effect;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run in which a model is asked, its calls are made, and it is asked again with their results, until it answers. Every
 * step is on disk before anything follows from it, so that the next gateway goes on where this one was cut off.
 *
 * <p>Thread: the run's.
 */
final class ModelBody implements RunBody {
    private final ModelAgent agent;
    private final RunContext run;
    private final History history;
    private final Toolboxes toolboxes;
    private final @Nullable Brief brief;
    private final RunMessages messages;
    private final ModelEvents events;
    private final StepCalls calls;
    private final CallIds callIds;
    private boolean begun;
    private @Nullable ModelStep last;
    /** The one that is not answered yet. */
    private @Nullable Question asked;

    ModelBody(ModelAgent agent, RunContext run, History history, Toolboxes toolboxes) {
        this.agent = agent;
        this.run = run;
        this.history = history;
        this.toolboxes = toolboxes;
        this.brief = run.message().brief();
        this.messages = new RunMessages(run.message().text(), brief);
        this.events = new ModelEvents(run);
        this.calls = new StepCalls(run, messages);
        this.callIds = new CallIds(run::newId);
    }

    @Override
    public boolean goesOnAfterCrash() {
        return true;
    }

    @Override
    public boolean mayRepeat(String tool) {
        return toolboxes
                .of(agent)
                .named(tool)
                .filter(known -> known.effect() == Effect.READ)
                .isPresent();
    }

    @Override
    public Outcome run() throws InterruptedException, RunStopped {
        begun = true;
        return converse(resume());
    }

    @Override
    public Outcome nextTurn() throws InterruptedException, RunStopped {
        var step = last;
        if (step == null) {
            throw new IllegalStateException("nothing was answered yet");
        }
        run.recordTurn(events.step(step), step.changes());
        messages.said(step.message());
        return converse(run.sentForNextTurn());
    }

    /** Brings the conversation to where it was; returns what the model has to be told next. */
    private List<Injection> resume() throws InterruptedException, RunStopped {
        // By number: the record is let go and read again where a call has to wait for a person.
        for (int i = 0; i < run.record().steps().size(); i++) {
            var step = run.record().steps().get(i);
            callIds.known(step.message());
            messages.heard(step.taken());
            messages.said(step.message());
            calls.make(step.number(), step.message(), toolboxes.of(agent));
        }
        var steps = run.record().steps();
        boolean betweenTurns =
                !steps.isEmpty() && steps.getLast().message().toolCalls().isEmpty();
        return betweenTurns ? run.sentForNextTurn() : List.of();
    }

    private Outcome converse(List<Injection> first) throws InterruptedException, RunStopped {
        var heard = new ArrayList<>(first);
        messages.heard(first);
        while (true) {
            var steering = run.steering();
            messages.heard(steering);
            heard.addAll(steering);
            var step = ask(List.copyOf(heard));
            heard.clear();
            if (step.message().toolCalls().isEmpty()) {
                last = step;
                return new Outcome.Answered(
                        step.message().text(), events.beforeAnswer(step), step.heardChanges(), step.saidId());
            }
            run.record(events.step(step), step.changes());
            messages.said(step.message());
            calls.make(step.number(), step.message(), toolboxes.of(agent));
        }
    }

    private ModelStep ask(List<Injection> heard) throws InterruptedException, RunStopped {
        var toolbox = toolboxes.of(agent);
        int window = ContextWindow.of(agent);
        int room = window - ContextWindow.fixed(agent, brief) - toolbox.tokens();
        messages.fit(room);
        var past = brief != null && !brief.said().isEmpty()
                ? Past.none()
                : history.before(run.session(), window, Math.max(0, room - messages.tokens()));
        var all = past.messages();
        all.addAll(messages.all());
        var spending = run.spending();
        var request = new ModelRequest(
                ContextWindow.system(agent, past.summary(), brief), all, toolbox.specs(), spending.mayWrite());
        spending.reserve(
                () -> window - room + all.stream().mapToInt(TokenEstimate::of).sum());
        var said = run.speak();
        var question = new Question(spending.steps() + 1, said, callIds);
        asked = question;
        try {
            var reply = callIds.unique(run.interruptibly(() -> agent.model().answer(request, question)));
            var cost = spending.settle(reply);
            spending.checkWhole(reply);
            asked = null;
            return new ModelStep(
                    spending.steps(),
                    said.id(),
                    reply,
                    cost,
                    question.lasted(),
                    question.silent(),
                    said.end(Status.OK),
                    heard);
        } catch (SwitchboardException e) {
            if (said.text() == null) {
                spending.giveBack();
            }
            throw e;
        }
    }

    @Override
    public List<RunEvent> cutOff(Status status) {
        var question = asked;
        asked = null;
        return question == null
                ? List.of()
                : List.of(events.cutOff(question.step(), question.lasted(), question.silent(), status));
    }

    @Override
    public void letGo() {
        messages.letGo();
    }

    @Override
    public void recall(RunRecord record, CallSlot waited) {
        messages.recallUntil(record, waited.step(), waited.index());
    }

    @Override
    public void ended(RunEvent.Final end) {
        if (!begun) {
            messages.recall(run.record());
        }
        Exchange.of(run.messageSeq(), messages, end)
                .ifPresent(exchange -> history.add(run.session(), exchange, ContextWindow.of(agent)));
    }
}
