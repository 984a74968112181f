package dev.switchboard.app.conformance;

import java.util.List;

/**
 * How somebody did.
 *
 * @param subject what was tested, as a noun: "device"
 */
public record Report(String subject, List<Row> rows) {

    public boolean passed() {
        return count(Verdict.FAIL) == 0;
    }

    public long count(Verdict verdict) {
        return rows.stream().filter(row -> row.verdict() == verdict).count();
    }

    public Row row(Requirement requirement) {
        return rows.stream()
                .filter(row -> row.id().equals(requirement.id()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no row " + requirement.id()));
    }

    /** The ids of the rows with this verdict, in the order of the table. */
    public List<String> ids(Verdict verdict) {
        return rows.stream()
                .filter(row -> row.verdict() == verdict)
                .map(Row::id)
                .toList();
    }

    /** One sentence to end with. */
    public String conclusion() {
        long failed = count(Verdict.FAIL);
        long notSeen = count(Verdict.NOT_SEEN);
        if (failed > 0) {
            return "The %s does not conform yet: %d of %d rows failed.".formatted(subject, failed, rows.size());
        }
        return notSeen > 0
                ? "Nothing failed; not seen: %d of %d rows.".formatted(notSeen, rows.size())
                : "The %s conforms.".formatted(subject);
    }
}
