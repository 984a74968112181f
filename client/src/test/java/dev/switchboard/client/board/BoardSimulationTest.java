package dev.switchboard.client.board;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.protocol.board.BoardFrames;
import dev.switchboard.protocol.board.FromBoard;
import dev.switchboard.protocol.board.ToBoard;
import java.net.URI;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A board over links that break anywhere, and a gateway of a few lines that keeps what it was given. Time and chance come
 * from the seed, so that a failure can be looked at again.
 */
class BoardSimulationTest {
    private static final int TASKS = 40;

    private Random random = new Random();
    private final ArrayDeque<String> toGateway = new ArrayDeque<>();
    private final ArrayDeque<String> toBoard = new ArrayDeque<>();
    /** The gateway's: keys by task id, texts that were said, and which have ended. */
    private final Map<String, String> tasks = new LinkedHashMap<>();

    private final Map<String, String> texts = new HashMap<>();
    private final Set<String> over = new HashSet<>();
    private final Set<String> attached = new HashSet<>();
    /** The board's: what it showed of each key, and how often each ended. */
    private final Map<String, String> shown = new HashMap<>();

    private final Map<String, StreamedText> streams = new HashMap<>();
    private final Map<String, String> keys = new HashMap<>();
    private final Map<String, Integer> ends = new HashMap<>();
    private boolean opening;
    private boolean open;
    private long now;
    private int ids;
    private int cuts;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 5, 8, 13, 21, 34, 55, 89})
    void everyTaskIsRunOnceEndsOnceAndItsTextIsShownOnce(long seed) {
        random = new Random(seed);
        var protocol = new BoardProtocol(
                new BoardSettings(
                        URI.create("ws://localhost/"), "swb_x", "board", List.of("*"), null, BoardTiming.DEFAULT),
                random::nextDouble,
                () -> "id-" + ++ids,
                Clock.systemUTC());
        take(protocol.start(now));
        int submitted = 0;
        while (submitted < TASKS || ends.size() < TASKS) {
            if (submitted < TASKS && random.nextInt(8) == 0) {
                var key = "key-" + submitted++;
                var options = new FromBoard.Options(null, true, null, null, null, null);
                take(protocol.submit(key, new FromBoard.Submit(key, "goal", List.of(), null, null, null, options)));
            }
            something(protocol, submitted == TASKS);
        }

        assertThat(tasks.values()).as("each was run once").hasSize(TASKS).doesNotHaveDuplicates();
        assertThat(ends).allSatisfy((_, count) -> assertThat(count).isOne());
        assertThat(shown).hasSize(TASKS).allSatisfy((key, text) -> assertThat(text)
                .isEqualTo(texts.get(taskOf(key))));
        assertThat(cuts).isPositive();
    }

    private void something(BoardProtocol protocol, boolean allSubmitted) {
        now += random.nextInt(200);
        switch (random.nextInt(allSubmitted ? 40 : 20)) {
            case 0 -> {
                if (open) {
                    cuts++;
                    cut();
                    take(protocol.closed(random.nextBoolean() ? 1006 : 1013, "", now));
                }
            }
            case 1, 2, 3 -> work();
            case 4 -> take(protocol.tick(now));
            case 5 -> {
                if (opening) {
                    opening = false;
                    open = true;
                    tell(null, new ToBoard.Welcome("1", "1", "nonce", List.of()));
                    take(protocol.opened(now));
                }
            }
            case 6, 7, 8, 9, 10 -> {
                if (!toGateway.isEmpty()) {
                    hear(toGateway.poll());
                }
            }
            default -> {
                if (!toBoard.isEmpty()) {
                    take(protocol.received(toBoard.poll(), now));
                }
            }
        }
    }

    private void cut() {
        open = false;
        toBoard.clear();
        toGateway.clear();
        attached.clear();
    }

    private void hear(String frame) {
        if (!(BoardFrames.read(frame) instanceof BoardFrames.Read.Message<FromBoard>(var message))) {
            throw new AssertionError("no board says " + frame);
        }
        switch (message.payload()) {
            case FromBoard.Auth _ -> tell(message.id(), new ToBoard.Authenticated("login", List.of(), null));
            case FromBoard.Submit submit -> admit(message.id(), String.valueOf(submit.idempotencyKey()));
            case FromBoard.AttachTask attach -> attach(message.id(), String.valueOf(attach.taskId()));
            default -> {}
        }
    }

    private void admit(String id, String key) {
        var known = tasks.entrySet().stream()
                .filter(task -> task.getValue().equals(key))
                .map(Map.Entry::getKey)
                .findFirst();
        if (known.isEmpty()) {
            var taskId = "run-" + (tasks.size() + 1);
            tasks.put(taskId, key);
            texts.put(taskId, "");
            attached.add(taskId);
            tell(id, new ToBoard.TaskStarted(taskId, key, ""));
        } else if (over.contains(known.get())) {
            tell(id, completed(known.get()));
        } else {
            attached.add(known.get());
            var problem = new ToBoard.Problem("already_running", "It is under way.", true, null);
            tell(id, new ToBoard.TaskError(known.get(), problem, null, null, false));
        }
    }

    private void attach(String id, String taskId) {
        tell(id, new ToBoard.TaskStarted(taskId, String.valueOf(tasks.get(taskId)), ""));
        if (over.contains(taskId)) {
            tell(id, completed(taskId));
            return;
        }
        attached.add(taskId);
        var text = String.valueOf(texts.get(taskId));
        if (!text.isEmpty()) {
            tell(null, ToBoard.TaskDelta.text(taskId, text, 0));
        }
    }

    /** Each task says a little more, or ends. */
    private void work() {
        for (var taskId : tasks.keySet()) {
            if (over.contains(taskId) || random.nextInt(3) > 0) {
                continue;
            }
            var text = String.valueOf(texts.get(taskId));
            if (random.nextInt(6) == 0) {
                over.add(taskId);
                if (attached.contains(taskId)) {
                    tell(null, completed(taskId));
                }
            } else {
                var piece = "w" + text.length() + " ";
                texts.put(taskId, text + piece);
                if (attached.contains(taskId)) {
                    tell(null, ToBoard.TaskDelta.text(taskId, piece, text.length()));
                }
            }
        }
    }

    private ToBoard completed(String taskId) {
        return new ToBoard.TaskCompleted(
                taskId,
                new ToBoard.Result(String.valueOf(texts.get(taskId)), null, null, null),
                new ToBoard.Usage(0, 0, 0, null),
                "");
    }

    private void tell(@Nullable String inReplyTo, ToBoard payload) {
        if (open) {
            toBoard.add(BoardFrames.write("msg", "", inReplyTo, payload));
        }
    }

    private void take(List<BoardStep> steps) {
        for (var step : steps) {
            switch (step) {
                case BoardStep.Open() -> opening = true;
                case BoardStep.Send(var frame) -> toGateway.add(frame);
                case BoardStep.Drop() -> {
                    opening = false;
                    cut();
                }
                case BoardStep.Tell(var notice) -> show(notice);
            }
        }
    }

    private void show(BoardNotice notice) {
        switch (notice) {
            case BoardNotice.Started(var key, var taskId) -> {
                keys.put(taskId, key);
                stream(key).again();
            }
            case BoardNotice.Received(var _, var message)
            when message != null && message.payload() instanceof ToBoard.TaskDelta delta -> {
                var key = String.valueOf(keys.get(delta.taskId()));
                show(key, stream(key).add(String.valueOf(delta.text()), delta.offset()));
            }
            case BoardNotice.Ended(var key, var _, TaskEnd.Completed(var frame)) -> {
                ends.merge(key, 1, Integer::sum);
                show(key, stream(key).whole(frame.result().text()));
            }
            default -> {}
        }
    }

    private void show(String key, StreamedText.Piece piece) {
        assertThat(piece.anew()).as("there is one text only").isFalse();
        shown.merge(key, piece.text(), String::concat);
    }

    private StreamedText stream(String key) {
        return streams.computeIfAbsent(key, _ -> new StreamedText());
    }

    private String taskOf(String key) {
        return tasks.entrySet().stream()
                .filter(task -> task.getValue().equals(key))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
    }
}
