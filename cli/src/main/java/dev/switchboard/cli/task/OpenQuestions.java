package dev.switchboard.cli.task;

import dev.switchboard.protocol.board.ToBoard.ApprovalRequired;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What waits for an answer, of any task: a question may come before we know which task is ours. Not thread-safe.
 */
final class OpenQuestions {
    private static final int MOST = 256;

    private final Map<String, ApprovalRequired> open = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, ApprovalRequired> eldest) {
            return size() > MOST;
        }
    };

    /** What we answered, by approval. */
    private final Map<String, Boolean> answers = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > MOST;
        }
    };

    void add(ApprovalRequired question) {
        if (!answers.containsKey(question.approvalId())) {
            open.putIfAbsent(question.approvalId(), question);
        }
    }

    Optional<ApprovalRequired> nextOf(String taskId) {
        return open.values().stream()
                .filter(question -> question.taskId().equals(taskId))
                .findFirst();
    }

    void answered(String approvalId, boolean approved) {
        open.remove(approvalId);
        answers.put(approvalId, approved);
    }

    void resolved(String approvalId) {
        open.remove(approvalId);
    }

    /** What we said to it, if we did. */
    Optional<Boolean> ourAnswer(String approvalId) {
        return Optional.ofNullable(answers.get(approvalId));
    }
}
