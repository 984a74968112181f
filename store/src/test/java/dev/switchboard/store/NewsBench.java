package dev.switchboard.store;

import dev.switchboard.core.approval.Approval;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionEpoch;
import dev.switchboard.core.journal.Change;
import dev.switchboard.core.journal.Injection;
import dev.switchboard.core.tool.Effect;
import dev.switchboard.testkit.Talk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * What one look at all runs costs: with 64 at work and 1,000 that wait for people, with 64 alone, and with one, in a store
 * that has seen 20,000 others.
 *
 * <p>Argument: a folder on the disk to measure.
 */
final class NewsBench {
    private static final int ROUNDS = 200;

    private NewsBench() {}

    public static void main(String[] args) throws Exception {
        var folder = Files.createTempDirectory(Path.of(args[0]), "news");
        try (var store = Store.open(folder.resolve("switchboard.db"), folder.resolve("token.key"), Clock.systemUTC())) {
            var over = new Talk[200];
            Arrays.setAll(over, i -> Talk.of("over-" + i));
            for (int i = 0; i < 100; i++) {
                for (var talk : over) {
                    long seq = talk.say(store.inbox(), "m-" + i);
                    talk.start(store.ledger(), seq, "m-" + i);
                    talk.finish(store.ledger(), seq, "m-" + i);
                }
            }
            var runs = new HashMap<RunId, SessionEpoch>();
            var questions = new ArrayList<String>();
            for (int i = 0; i < 1_064; i++) {
                var talk = Talk.of("live-" + i);
                long seq = talk.say(store.inbox(), "m");
                talk.start(store.ledger(), seq, "m");
                runs.put(talk.run("m"), talk.at());
                if (i >= 64) {
                    var asked = question(talk, "approval-" + i);
                    questions.add(asked.id());
                    append(store, talk, new Change.ApprovalAsked(asked));
                } else {
                    append(
                            store,
                            talk,
                            new Change.InjectionWaits(new Injection("f-1", Injection.Mode.FOLLOWUP, "and then", true)));
                }
            }
            measure(store, "64 at work and 1,000 that wait", runs, questions);
            measure(store, "64 at work", some(runs, 64), List.of());
            measure(store, "one", some(runs, 1), List.of());
        }
    }

    private static Map<RunId, SessionEpoch> some(Map<RunId, SessionEpoch> runs, int count) {
        var some = new HashMap<RunId, SessionEpoch>();
        runs.entrySet().stream().limit(count).forEach(run -> some.put(run.getKey(), run.getValue()));
        return some;
    }

    private static void measure(Store store, String what, Map<RunId, SessionEpoch> runs, List<String> questions) {
        var took = new long[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            long begin = System.nanoTime();
            store.journal().news(runs, questions);
            took[round] = System.nanoTime() - begin;
        }
        Arrays.sort(took);
        System.out.printf(
                "a look at %s: median %.2f ms, worst %.2f ms%n", what, took[ROUNDS / 2] / 1e6, took[ROUNDS - 1] / 1e6);
    }

    private static void append(Store store, Talk talk, Change change) {
        store.journal().append(talk.at(), talk.run("m"), List.of(talk.turnEnd("m")), List.of(change));
    }

    private static Approval question(Talk talk, String id) {
        return new Approval(
                id,
                talk.session(),
                talk.run("m"),
                1,
                0,
                "call",
                "turn",
                "exec",
                JsonNodeFactory.instance.objectNode().put("command", "make"),
                Effect.EXECUTE,
                "why",
                Instant.now().plusSeconds(600),
                null,
                Instant.now(),
                0L);
    }
}
