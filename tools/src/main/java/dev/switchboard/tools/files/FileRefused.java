package dev.switchboard.tools.files;

import dev.switchboard.core.workspace.NotShown;
import dev.switchboard.tools.Refused;

/** A refusal that is told to a model in words, and to others as a fact. */
final class FileRefused extends Refused {
    private final transient NotShown fact;

    FileRefused(NotShown fact, String why) {
        super(why);
        this.fact = fact;
    }

    NotShown fact() {
        return fact;
    }
}
