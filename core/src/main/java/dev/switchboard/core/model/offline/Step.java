package dev.switchboard.core.model.offline;

import tools.jackson.databind.node.ObjectNode;

/** What is done about a wish. */
sealed interface Step {
    /** @param note what the person is told first; mostly nothing */
    record Call(String tool, ObjectNode arguments, String note) implements Step {}

    record Say(String words) implements Step {}
}
