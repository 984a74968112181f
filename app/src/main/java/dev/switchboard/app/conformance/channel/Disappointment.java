package dev.switchboard.app.conformance.channel;

/** The server did not do what a check waited for. The message says what it did instead. */
final class Disappointment extends Exception {
    Disappointment(String what) {
        super(what);
    }
}
