package dev.switchboard.app.conformance;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Where a grader writes down what it saw. The first failure of a row stays. Thread: the grader's. */
public final class Card {
    private final String subject;
    private final Map<Requirement, Row> rows = new LinkedHashMap<>();

    public Card(String subject, Requirement... requirements) {
        this.subject = subject;
        for (var requirement : requirements) {
            put(requirement, Verdict.NOT_SEEN, "", List.of());
        }
    }

    public void pass(Requirement requirement) {
        pass(requirement, "");
    }

    public void pass(Requirement requirement, String note) {
        settle(requirement, Verdict.PASS, note, List.of());
    }

    public void look(Requirement requirement, String note) {
        settle(requirement, Verdict.LOOK, note, List.of());
    }

    /** Why there was no occasion to see it. */
    public void notSeen(Requirement requirement, String note) {
        settle(requirement, Verdict.NOT_SEEN, note, List.of());
    }

    public void fail(Requirement requirement, String why, List<String> frames) {
        settle(requirement, Verdict.FAIL, why, frames);
    }

    public Verdict verdict(Requirement requirement) {
        return row(requirement).verdict();
    }

    public Report report() {
        return new Report(subject, List.copyOf(rows.values()));
    }

    private void settle(Requirement requirement, Verdict verdict, String note, List<String> frames) {
        if (verdict(requirement) != Verdict.FAIL) {
            put(requirement, verdict, note, frames);
        }
    }

    private Row row(Requirement requirement) {
        var row = rows.get(requirement);
        if (row == null) {
            throw new IllegalArgumentException("not on this card: " + requirement.id());
        }
        return row;
    }

    private void put(Requirement requirement, Verdict verdict, String note, List<String> frames) {
        rows.put(requirement, new Row(requirement.id(), requirement.title(), verdict, note, frames));
    }
}
