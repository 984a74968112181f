package dev.switchboard.app.conformance.device;

/** The script cannot go on: the device or the person at it does nothing more. Why is on the card. */
final class Over extends Exception {
    Over() {
        super(null, null, false, false);
    }
}
