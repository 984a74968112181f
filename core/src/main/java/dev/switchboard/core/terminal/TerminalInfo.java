package dev.switchboard.core.terminal;

import java.time.Instant;

/**
 * One terminal as people see it in a list.
 *
 * @param id unique for as long as the gateway runs, and not used again in that time
 * @param workingDir the folder its shell was started in, absolute; where the shell is now only the shell knows
 */
public record TerminalInfo(String id, String name, String workingDir, Instant createdAt, TerminalSize size) {}
