package dev.switchboard.cli.watch;

import dev.switchboard.client.hud.ActivityTree;
import dev.switchboard.client.hud.HudNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A tree in lines: turns at the margin, what happens in them further in. */
final class TreeText {
    private final NodeText text;

    TreeText(boolean colour) {
        this.text = new NodeText(colour);
    }

    List<String> lines(ActivityTree tree, Instant now) {
        var lines = new ArrayList<String>();
        for (var root : tree.roots()) {
            lines.add(text.row(root, now));
            addChildren(root.children(), now, lines);
        }
        return lines;
    }

    private void addChildren(List<HudNode> children, Instant now, List<String> lines) {
        for (int i = 0; i < children.size(); i++) {
            lines.add((i < children.size() - 1 ? "├─ " : "└─ ") + text.row(children.get(i), now));
        }
    }
}
