package dev.switchboard.app.command;

import dev.switchboard.cli.option.Options;

/** A command whose options describe themselves; {@link Parser} tells picocli of them. */
interface Described {
    Options options();
}
