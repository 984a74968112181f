package dev.switchboard.client.board;

import dev.switchboard.client.board.BoardNotice.Ended;
import dev.switchboard.client.board.BoardNotice.Started;
import dev.switchboard.client.board.BoardNotice.Trouble;
import dev.switchboard.protocol.board.Envelope;
import dev.switchboard.protocol.board.FromBoard;
import dev.switchboard.protocol.board.ToBoard;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a board wants of the gateway: tasks it watches to their end, and messages that are to be answered. It outlives
 * every connection.
 *
 * <p>After a cut each task that has not ended is asked for again: by its id if it came, else by submitting it under the
 * same key, which a gateway runs once.
 *
 * <p>Thread: the client's.
 */
final class BoardWork {
    /** What a gateway lets one connection watch. */
    static final int MOST_TASKS = 64;

    private final Steps steps;
    private final Map<String, WatchedTask> tasks = new LinkedHashMap<>();
    private final Commands commands = new Commands();
    /** The ids of the last that ended, so that an end that is told again is not taken for another task's. */
    private final Map<String, Boolean> ended = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > MOST_TASKS;
        }
    };

    private boolean connected;

    BoardWork(Steps steps) {
        this.steps = steps;
    }

    void connected() {
        connected = true;
        sayWhatIsUnanswered();
    }

    void disconnected() {
        connected = false;
        tasks.values().forEach(WatchedTask::askAgain);
    }

    void sayWhatIsUnanswered() {
        tasks.values().stream().filter(task -> task.askedBy == null).forEach(this::ask);
        commands.frames().forEach(steps::sendFrame);
    }

    void watch(WatchedTask task) {
        if (tasks.size() >= MOST_TASKS) {
            steps.tell(new Ended(
                    task.key,
                    task.taskId,
                    new TaskEnd.Refused("too_many", "At most %d tasks are watched at once.".formatted(MOST_TASKS))));
        } else if (tasks.putIfAbsent(task.key, task) != null) {
            steps.tell(new Trouble("the task %s is watched already".formatted(task.key)));
        } else if (connected) {
            ask(task);
        }
    }

    /** @param name a task's key or id */
    void stop(String name, @Nullable String reason) {
        var task = tasks.values().stream().filter(known -> known.isNamed(name)).findFirst();
        if (task.isEmpty()) {
            command(name, new FromBoard.Stop(name, reason));
        } else if (task.get().taskId != null) {
            command(task.get().taskId, new FromBoard.Stop(task.get().taskId, reason));
        } else if (task.get().sent) {
            task.get().stop = new FromBoard.Stop(null, reason);
        } else {
            end(task.get(), new TaskEnd.Refused("stopped", "It was stopped before it was submitted."));
        }
    }

    /** @param about the task or approval whose end answers it as well */
    void command(String about, FromBoard message) {
        var id = steps.newId();
        var frame = steps.frame(id, message);
        if (!commands.add(id, about, frame)) {
            steps.tell(new Trouble(
                    "more than %d messages wait for the gateway; this one was not kept".formatted(Commands.MOST)));
        } else if (connected) {
            steps.sendFrame(frame);
        }
    }

    void answered(@Nullable String id) {
        if (id != null) {
            commands.answered(id);
        }
    }

    void resolved(String approvalId) {
        commands.over(approvalId);
    }

    /** The task of ours that a message is about: by its key, its id, or what it answers. */
    Optional<WatchedTask> about(Envelope<ToBoard> message) {
        var taskId =
                switch (message.payload()) {
                    case ToBoard.TaskStarted started -> {
                        var byKey = tasks.get(started.idempotencyKey());
                        if (byKey != null) {
                            yield byKey.key;
                        }
                        yield started.taskId();
                    }
                    case ToBoard.TaskCompleted completed -> completed.taskId();
                    case ToBoard.TaskStopped stopped -> stopped.taskId();
                    case ToBoard.TaskError error -> error.taskId();
                    default -> null;
                };
        return tasks.values().stream()
                .filter(task -> (taskId != null && task.isNamed(taskId))
                        || (task.askedBy != null && task.askedBy.equals(message.inReplyTo())))
                .findFirst();
    }

    /** Whether this tells once more how a task ended. */
    boolean hasEnded(ToBoard payload) {
        return switch (payload) {
            case ToBoard.TaskCompleted completed -> ended.containsKey(completed.taskId());
            case ToBoard.TaskStopped stopped -> ended.containsKey(stopped.taskId());
            case ToBoard.TaskError error -> error.ends() && ended.containsKey(error.taskId());
            default -> false;
        };
    }

    void heard(WatchedTask task, Envelope<ToBoard> message) {
        switch (message.payload()) {
            case ToBoard.TaskStarted started -> started(task, started.taskId());
            case ToBoard.TaskCompleted completed -> end(task, completed.taskId(), new TaskEnd.Completed(completed));
            case ToBoard.TaskStopped stopped -> end(task, stopped.taskId(), new TaskEnd.Stopped(stopped));
            case ToBoard.TaskError error -> failed(task, error, message.inReplyTo());
            default -> {}
        }
    }

    void forgetWhatMayBeTooLong() {
        tasks.values().stream()
                .filter(task -> task.askedBy != null && task.taskId == null)
                .toList()
                .forEach(task -> end(task, new TaskEnd.Refused("too_long", "The task is too long for the gateway.")));
        if (!commands.isEmpty()) {
            commands.clear();
            steps.tell(
                    new Trouble("a message was too long for the gateway; what it had not answered is not sent again"));
        }
    }

    private void end(WatchedTask task, String taskId, TaskEnd how) {
        task.taskId = taskId;
        end(task, how);
    }

    void end(WatchedTask task, TaskEnd how) {
        tasks.remove(task.key);
        if (task.taskId != null) {
            ended.put(task.taskId, true);
            commands.over(task.taskId);
        }
        steps.tell(new Ended(task.key, task.taskId, how));
    }

    private void started(WatchedTask task, String taskId) {
        task.taskId = taskId;
        steps.tell(new Started(task.key, taskId));
        if (task.stop != null) {
            command(taskId, new FromBoard.Stop(taskId, task.stop.reason()));
            task.stop = null;
        }
    }

    private void failed(WatchedTask task, ToBoard.TaskError error, @Nullable String inReplyTo) {
        boolean answersUs = inReplyTo != null && inReplyTo.equals(task.askedBy);
        if (error.ends()) {
            end(task, error.taskId(), new TaskEnd.Failed(error));
        } else if (error.error().type().equals("already_running") && answersUs) {
            started(task, error.taskId());
            if (task.streamDeltas) {
                ask(task); // for the text so far
            }
        } else if (answersUs) {
            end(task, new TaskEnd.Refused(error.error().type(), error.error().message()));
        }
    }

    private void ask(WatchedTask task) {
        var id = steps.newId();
        task.askedBy = id;
        task.sent = true;
        steps.sendFrame(steps.frame(id, task.question()));
    }
}
