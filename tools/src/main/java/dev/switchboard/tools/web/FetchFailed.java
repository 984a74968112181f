package dev.switchboard.tools.web;

import java.io.IOException;

/** A page that is not fetched; the message tells a model why and what to do instead. */
final class FetchFailed extends IOException {
    private final String why;

    FetchFailed(String why) {
        super(why);
        this.why = why;
    }

    String why() {
        return why;
    }
}
