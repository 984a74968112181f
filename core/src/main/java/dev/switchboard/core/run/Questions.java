package dev.switchboard.core.run;

import dev.switchboard.core.approval.Approval;
import dev.switchboard.core.approval.ApprovalPolicy;
import dev.switchboard.core.approval.Approvals;
import dev.switchboard.core.approval.Decision;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionEpoch;
import dev.switchboard.core.journal.Injection;
import dev.switchboard.core.session.RunPlace;
import dev.switchboard.core.session.SessionLoops;
import dev.switchboard.core.tool.ApprovalMode;
import dev.switchboard.core.tool.Effect;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What one run asks of people. While it waits for them it has no place among the runs at once, holds nothing that is on
 * record, and its time does not pass.
 *
 * <p>Thread: the run's.
 */
final class Questions {
    private static final Logger log = LoggerFactory.getLogger(Questions.class);
    private static final String TOO_MANY_WAIT = ("Not done: it needs somebody's word, and %,d questions wait for people"
                    + " already. Do not try it again by yourself; say what you wanted to do and why.")
            .formatted(SessionLoops.MAX_WAITING_RUNS);

    /** What the run holds in memory and finds on record. */
    interface Memory {
        void letGo();

        void recall(CallSlot waited);
    }

    private final SessionEpoch at;
    private final RunId run;
    private final Approvals approvals;
    private final RunEvents events;
    private final LiveRuns.Live reach;
    private final RunPlace place;
    private final ApprovalMode agents;
    private final Duration patience;
    private final Instant upSince;
    private final Clock clock;
    private ApprovalPolicy policy;

    /**
     * @param abilities of the agent; its mode is what a run is held to that somebody steers who may not loosen it
     * @param policy what the run was submitted with
     * @param upSince since when this gateway takes up what a former one left
     */
    Questions(
            SessionEpoch at,
            RunId run,
            RunServices services,
            RunEvents events,
            LiveRuns.Live reach,
            RunPlace place,
            Abilities abilities,
            ApprovalPolicy policy,
            Instant upSince) {
        this.at = at;
        this.run = run;
        this.approvals = services.approvals();
        this.events = events;
        this.reach = reach;
        this.place = place;
        this.agents = abilities.approval();
        this.patience = abilities.approvalTimeout();
        this.policy = policy;
        this.upSince = upSince;
        this.clock = services.clock();
    }

    /**
     * The run does from here on what these say too. Whoever cannot answer approvals could not have submitted it with a
     * looser mode than the agent's, and does not come to one by steering what somebody else has submitted.
     */
    void heard(List<Injection> injections) {
        if (injections.stream().anyMatch(injection -> !injection.mayLoosen())) {
            policy = policy.noLooserThan(agents);
        }
    }

    /** @param asked the question that was asked about this call before a restart */
    Permission permit(
            CallSlot call,
            Effect effect,
            @Nullable String command,
            ObjectNode arguments,
            @Nullable String why,
            Optional<Approval> asked,
            Memory memory)
            throws InterruptedException, RunStopped {
        // What was asked before a restart keeps its answer, though a changed configuration would no longer ask.
        var question = asked.or(() -> policy.reasonToAsk(effect, command)
                .map(reason -> question(call, effect, arguments, why == null ? reason : why)));
        if (question.isEmpty()) {
            return Permission.GRANTED;
        }
        var approval = question.get();
        var decision = approval.decision();
        if (decision == null) {
            if (!place.leaveToWait(asked.isPresent())) {
                return Permission.refused(TOO_MANY_WAIT);
            }
            decision = ask(call, approval, asked.isPresent(), memory);
        } else if (decision.approved() && !upSince.isBefore(approval.expiresAt())) {
            // An answer that was given while this run waited for its turn counts, however long that took. What had
            // expired when this gateway came up is too old to act on.
            decision = Decision.none("The approval has expired meanwhile.", Decision.TIMEOUT);
        }
        return decision.approved() ? Permission.GRANTED : Permission.refused(words(decision));
    }

    private Decision ask(CallSlot call, Approval approval, boolean recorded, Memory memory)
            throws InterruptedException, RunStopped {
        log.atInfo()
                .addKeyValue("session", at.session())
                .addKeyValue("run", run)
                .log("waiting for approval");
        reach.control().asking(true);
        reach.time().pause();
        memory.letGo();
        try {
            var answered = reach.control().interruptibly(() -> {
                var decision = approvals.ask(approval, recorded, events.approvalRequired(approval));
                place.takeAgain();
                return decision;
            });
            memory.recall(call);
            return answered;
        } catch (RunStopped e) {
            approvals.withdraw(approval);
            memory.recall(call);
            throw e;
        } finally {
            // Whoever is let go because the gateway goes down needs nothing of what it was: a thousand may wait.
            reach.time().goOn();
            reach.control().asking(false);
        }
    }

    private Approval question(CallSlot call, Effect effect, ObjectNode arguments, String reason) {
        var now = clock.instant();
        return new Approval(
                "approval-" + events.newId(),
                at.session(),
                run,
                call.step(),
                call.index(),
                call.callId(),
                events.turnId(),
                call.tool(),
                events.masked(arguments),
                effect,
                reason,
                now.plus(patience),
                null,
                now,
                at.number());
    }

    private static String words(Decision decision) {
        var why = new ArrayList<String>();
        if (Decision.TIMEOUT.equals(decision.code())) {
            why.add("Not done: nobody allowed it in time.");
            why.add("Do not try it again or another way by yourself; say what you wanted to do and why.");
        } else {
            why.add("Not done: the person refused it.");
            if (decision.reason() != null) {
                why.add("They said: \"%s\".".formatted(decision.reason()));
            }
            why.add("Do not try it another way; go on without it or ask what they want instead.");
        }
        return String.join(" ", why);
    }
}
