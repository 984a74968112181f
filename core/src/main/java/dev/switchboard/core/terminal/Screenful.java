package dev.switchboard.core.terminal;

/**
 * What a terminal has shown since some byte, as text with its control sequences.
 *
 * @param from the offset of the first byte: later than asked for if what lies between is no longer kept
 * @param next where to read on; a character of which only the first bytes have come is left for then
 */
public record Screenful(String text, long from, long next) {}
