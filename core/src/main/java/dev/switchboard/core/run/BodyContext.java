package dev.switchboard.core.run;

import dev.switchboard.core.approval.Approval;
import dev.switchboard.core.approval.ApprovalPolicy;
import dev.switchboard.core.channel.Inbox;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.journal.Change;
import dev.switchboard.core.journal.Injection;
import dev.switchboard.core.journal.RunRecord;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.ledger.RunEvent.Status;
import dev.switchboard.core.message.InboundMessage;
import dev.switchboard.core.money.Spending;
import dev.switchboard.core.session.RunPlace;
import dev.switchboard.core.tool.Effect;
import dev.switchboard.core.tool.HeldOutput;
import dev.switchboard.core.tool.ToolContext;
import dev.switchboard.core.workspace.WorkFolder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** What the life of a run hands to its body, and learns from it. Thread: the run's. */
final class BodyContext implements RunContext {
    private final Agent agent;
    private final Inbox.Waiting waiting;
    private final RunId run;
    private final RunServices services;
    private final LiveRuns.Live reach;
    private final RunEvents events;
    private final Spending spending;
    private final PlanOfRun plan;
    private final Calls calls;
    private final Questions questions;
    private final ToolContext surroundings;
    private InboundMessage message;
    private RunRecord record = RunRecord.NONE;
    private @Nullable RunBody body;
    private @Nullable Utterance said;
    private boolean worked;

    BodyContext(
            Assignment assignment,
            Inbox.Waiting waiting,
            RunId run,
            RunServices services,
            LiveRuns.Live reach,
            RunPlace place,
            Instant upSince) {
        this.agent = assignment.agent();
        this.waiting = waiting;
        this.message = waiting.message();
        this.run = run;
        this.services = services;
        this.reach = reach;
        this.events =
                new RunEvents(run, waiting.message().messageId(), waiting.seq(), services.ids(), services.masking());
        var abilities = agent.abilities();
        var brief = waiting.message().brief();
        this.spending = new Spending(
                agent.name(),
                abilities.price(),
                abilities.budget(),
                abilities.limits(),
                brief == null ? null : brief.maxTokens(),
                services.spending(),
                services.clock());
        this.plan = new PlanOfRun(
                moved -> services.journal().append(waiting.at(), run, List.of(events.planChanged(moved)), List.of()));
        this.calls = new Calls(waiting.at(), run, services.journal(), events);
        this.questions = new Questions(
                waiting.at(),
                run,
                services,
                events,
                reach,
                place,
                abilities,
                new ApprovalPolicy(assignment.mode(), abilities.allow()),
                upSince);
        this.surroundings = new ToolContext(
                session(),
                run,
                WorkFolder.of(abilities.workspace(), waiting.session().workingDir()),
                new GroupsOfRun(run, services.journal()),
                plan,
                reach.control()::isKilled,
                new HeldOutput(services.toolOutput(), session()));
    }

    @Override
    public Agent agent() {
        return agent;
    }

    @Override
    public RunId run() {
        return run;
    }

    @Override
    public SessionId session() {
        return waiting.message().session();
    }

    @Override
    public InboundMessage message() {
        return message;
    }

    @Override
    public long messageSeq() {
        return waiting.seq();
    }

    @Override
    public RunRecord record() {
        return record;
    }

    @Override
    public Spending spending() {
        return spending;
    }

    @Override
    public String turnId() {
        return events.turnId();
    }

    @Override
    public String newId() {
        return events.newId();
    }

    @Override
    public Utterance speak() {
        var thinking = new ThinkingRecorder(
                services.ledger(), waiting.at(), run, events.turnId(), services.ids(), services.masking());
        said = new Utterance(events.newSaidId(), thinking, services.previews(), session(), run);
        return said;
    }

    @Override
    public CallSlot call(String callId, String tool, ObjectNode shown) {
        return calls.slot(record, callId, tool, shown);
    }

    @Override
    public CallSlot call(int step, int index, String callId, String tool, ObjectNode shown) {
        return calls.slot(record, step, index, callId, tool, shown);
    }

    @Override
    public Permission permit(
            CallSlot call, Effect effect, @Nullable String command, ObjectNode arguments, @Nullable String why)
            throws InterruptedException, RunStopped {
        return questions.permit(
                call, effect, command, arguments, why, record.approval(call.step(), call.index()), new LettingGo());
    }

    /** What a run holds in memory while it works is on record, and gone from memory while it waits for a person. */
    private final class LettingGo implements Questions.Memory {
        @Override
        public void letGo() {
            record = RunRecord.NONE;
            if (body != null) {
                body.letGo();
            }
        }

        @Override
        public void recall(CallSlot waited) {
            record = services.journal().of(run);
            if (body != null) {
                body.recall(record, waited);
            }
        }
    }

    @Override
    public ToolContext surroundings() {
        return surroundings.ofNextCall();
    }

    @Override
    public List<Injection> steering() {
        return heard(reach.injections().steering());
    }

    @Override
    public List<Injection> sentForNextTurn() {
        var next = reach.injections().nextTurn();
        if (next.isEmpty()) {
            // Committed, and not yet told to this thread.
            services.journal().waiting(run).forEach(reach.injections()::add);
            next = reach.injections().nextTurn();
        }
        return heard(next);
    }

    private List<Injection> heard(List<Injection> taken) {
        questions.heard(taken);
        return taken;
    }

    @Override
    public void record(List<RunEvent> shown, List<Change> changes) {
        if (shown.stream().anyMatch(RunEvent.Final.class::isInstance)) {
            throw new IllegalArgumentException("the end of a run is for its life to record");
        }
        worked = true;
        services.journal().append(waiting.at(), run, shown, changes);
    }

    @Override
    public void recordTurn(List<RunEvent> shown, List<Change> changes) {
        var all = new ArrayList<>(shown);
        all.add(events.turnEnd(Status.OK));
        all.add(events.nextTurn());
        record(all, changes);
    }

    @Override
    public <T> T interruptibly(Work<T> work) throws InterruptedException, RunStopped {
        return reach.control().interruptibly(work);
    }

    @Override
    public boolean isKilled() {
        return reach.control().isKilled();
    }

    // What follows is the life's alone.

    void belongsTo(RunBody made) {
        body = made;
    }

    /** The text of its message is known. */
    void heardAs(String text) {
        message = message.heardAs(text);
    }

    /** What a former gateway has left of the run. */
    void resume(RunRecord before) {
        record = before;
        worked = !before.steps().isEmpty()
                || !before.takenLast().isEmpty()
                || !before.calls().isEmpty();
        spending.resume(before);
        before.steps().forEach(step -> questions.heard(step.taken()));
        before.waiting().forEach(reach.injections()::add);
    }

    RunEvents events() {
        return events;
    }

    PlanOfRun plan() {
        return plan;
    }

    Calls calls() {
        return calls;
    }

    /** What was said last, null if nothing. */
    @Nullable
    Utterance said() {
        return said;
    }

    /** The run is over; what is left open of what was said. */
    List<RunEvent> endSaid(Status status) {
        return said == null ? List.of() : said.end(status);
    }

    /** People must not be left to answer what is no longer of use. */
    void withdrawQuestions() {
        record.approvals().stream()
                .filter(approval -> approval.decision() == null)
                .forEach((Approval approval) -> services.approvals().withdraw(approval));
    }

    /** Null for a plain answer, which is most of them. */
    RunEvent.@Nullable Account account() {
        var cost = spending.costMicros();
        var files = calls.files();
        boolean plain = waiting.message().brief() == null
                && !worked
                && !calls.any()
                && !reach.injections().anyTaken()
                && files.isEmpty()
                && plan.moved() == null;
        return plain && (cost == null || cost == 0)
                ? null
                : new RunEvent.Account(
                        spending.steps(), cost, files.isEmpty() ? null : List.copyOf(files), plan.moved());
    }
}
