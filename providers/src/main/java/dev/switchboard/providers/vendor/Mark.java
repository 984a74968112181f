package dev.switchboard.providers.vendor;

/** What an event says about the end of the answer. */
enum Mark {
    NONE,
    /** The answer is complete; more about it, such as its usage, may follow. */
    END,
    /** Nothing of interest follows: do not wait for the server to close. */
    LAST
}
