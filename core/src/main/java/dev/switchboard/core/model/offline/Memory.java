package dev.switchboard.core.model.offline;

import dev.switchboard.core.model.ModelMessage;
import java.util.ArrayList;
import java.util.List;

/** What the person said before. */
final class Memory {
    private static final int SHOWN = 10;

    private Memory() {}

    static String of(List<ModelMessage> earlier) {
        var lines = new ArrayList<String>();
        boolean more = false;
        for (int i = earlier.size() - 1; i >= 0 && !more; i--) {
            if (earlier.get(i) instanceof ModelMessage.User(var text)) {
                more = lines.size() == SHOWN;
                if (!more) {
                    lines.addFirst("- " + Extract.line(text));
                }
            }
        }
        if (lines.isEmpty()) {
            return "You have not said anything before this in our conversation.";
        }
        return (more ? "The last " + SHOWN + " things you said:\n" : "You said:\n") + String.join("\n", lines);
    }
}
