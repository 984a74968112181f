package dev.switchboard.store;

import dev.switchboard.core.ledger.RunEvent;
import tools.jackson.databind.JsonNode;

/** What is to be read in a call and its result, without the names of fields. */
final class ToolWords {
    private ToolWords() {}

    static String of(RunEvent.ToolEnd call) {
        var words = new StringBuilder(call.tool());
        add(words, call.args());
        add(words, call.result());
        return words.toString();
    }

    private static void add(StringBuilder words, JsonNode node) {
        if (node.isString()) {
            if (!node.stringValue().isBlank()) {
                words.append('\n').append(node.stringValue());
            }
            return;
        }
        for (var child : node) {
            add(words, child);
        }
    }
}
