package dev.switchboard.core.terminal;

/** One viewer's look at one terminal. Closing it ends the look and never the terminal; any thread may, more than once. */
public interface Viewing extends AutoCloseable {
    @Override
    void close();
}
