package dev.switchboard.app.conformance;

import java.util.List;

/**
 * One line of the table.
 *
 * @param note why it failed or was not seen, or what to look at; may be empty
 * @param frames what shows it, as {@link Transcript} wrote it; only where it failed
 */
public record Row(String id, String title, Verdict verdict, String note, List<String> frames) {}
