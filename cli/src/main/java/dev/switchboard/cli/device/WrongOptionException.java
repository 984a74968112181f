package dev.switchboard.cli.device;

/** An option or a variable cannot be used. The message is one line for a person that names it and the fix. */
public final class WrongOptionException extends RuntimeException {
    WrongOptionException(String source, String whatAndFix) {
        super("%s: %s".formatted(source, whatAndFix));
    }
}
