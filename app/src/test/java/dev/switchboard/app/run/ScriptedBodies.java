package dev.switchboard.app.run;

import dev.switchboard.core.journal.RunRecord;
import dev.switchboard.core.run.Bodies;
import dev.switchboard.core.run.CallSlot;
import dev.switchboard.core.run.Outcome;
import dev.switchboard.core.run.RunBody;
import dev.switchboard.core.run.RunContext;
import dev.switchboard.core.run.RunStopped;
import dev.switchboard.core.tool.ToolResult;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import tools.jackson.databind.node.JsonNodeFactory;

/** Bodies without a model and without steps: each does what a test has put down for it. */
final class ScriptedBodies implements Bodies {
    /** What one body does. */
    interface Act {
        Outcome play(RunContext run) throws InterruptedException, RunStopped;
    }

    private final Deque<Act> acts = new ArrayDeque<>();
    boolean goesOn = true;
    int begun;
    int letGo;
    int recalled;

    /** What happens next, in order; the last one happens again and again. */
    void play(Act... next) {
        acts.clear();
        acts.addAll(Arrays.asList(next));
    }

    static Act answering(String text) {
        return _ -> new Outcome.Answered(text);
    }

    /** Makes one call and answers; taken up again after a crash it goes on where it was. */
    static Act calling(CountedTool tool, String then) {
        return run -> {
            var arguments = JsonNodeFactory.instance.objectNode();
            var slot = run.call("call-1", tool.spec().name(), arguments);
            if (slot.result().isPresent()) {
                return new Outcome.Answered(then);
            }
            if (slot.isBegun()) {
                return new Outcome.Answered(
                        CallSlot.OUTCOME_UNKNOWN.json().path("error").stringValue());
            }
            var permission = run.permit(slot, tool.effect(), null, arguments, "The script says so.");
            if (!permission.granted()) {
                slot.refuse(ToolResult.failed(permission.words()));
                return new Outcome.Answered(permission.words());
            }
            slot.begin();
            var surroundings = run.surroundings();
            try (var _ = surroundings.held()) {
                slot.finish(run.interruptibly(() -> tool.run(arguments, surroundings)));
            } catch (RunStopped e) {
                slot.abort();
                throw e;
            }
            return new Outcome.Answered(then);
        };
    }

    @Override
    public RunBody body(RunContext run) {
        return new Scripted(run);
    }

    private final class Scripted implements RunBody {
        private final RunContext run;

        Scripted(RunContext run) {
            this.run = run;
        }

        @Override
        public Outcome run() throws InterruptedException, RunStopped {
            begun++;
            return next().play(run);
        }

        @Override
        public Outcome nextTurn() throws InterruptedException, RunStopped {
            return next().play(run);
        }

        private Act next() {
            synchronized (acts) {
                return acts.size() > 1 ? acts.removeFirst() : acts.getFirst();
            }
        }

        @Override
        public boolean goesOnAfterCrash() {
            return goesOn;
        }

        @Override
        public void letGo() {
            letGo++;
        }

        @Override
        public void recall(RunRecord record, CallSlot waited) {
            recalled++;
        }
    }
}
