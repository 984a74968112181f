package dev.switchboard.edge.auth;

/** A gate's no: the status, a word for a program, and a sentence that names the next step. */
public record Refused(int status, String code, String message) {}
