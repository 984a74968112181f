package dev.switchboard.tools.exec;

import dev.switchboard.core.tool.ProcessGroup;
import org.jspecify.annotations.Nullable;

/**
 * When a group's leader started, as it is recorded: {@code boot:ticks}, and after another colon the mark of what it
 * starts, if it has one.
 */
record GroupStart(String boot, long ticks, @Nullable CallMark mark) {
    static GroupStart of(ProcessGroup group) {
        var parts = group.started().split(":", -1);
        return new GroupStart(parts[0], Long.parseLong(parts[1]), parts.length > 2 ? new CallMark(parts[2]) : null);
    }

    String recorded() {
        return boot + ":" + ticks + (mark == null ? "" : ":" + mark.word());
    }
}
