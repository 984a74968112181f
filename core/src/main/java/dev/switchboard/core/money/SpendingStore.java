package dev.switchboard.core.money;

/** What agents have spent, by period, in millionths of a dollar. What was reserved and never settled counts as spent. */
public interface SpendingStore {
    /** Adds to what is spent unless that would pass the limit; returns after the commit. */
    boolean reserve(String agent, String period, long micros, long limit);

    /** The difference between what was reserved and what it came to; may be less than nothing. */
    void settle(String agent, String period, long difference);

    long spent(String agent, String period);
}
