package dev.switchboard.app.conformance.device;

/** A person's text, as the device sent it. */
record Text(String id, String text) {}
