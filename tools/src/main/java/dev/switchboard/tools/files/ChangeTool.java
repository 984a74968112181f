package dev.switchboard.tools.files;

import dev.switchboard.core.tool.Effect;
import dev.switchboard.core.tool.HeldOutput;
import dev.switchboard.tools.Refused;
import java.io.IOException;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** What the tools share that change a file: one change of a file at a time, and content that events do not show. */
abstract class ChangeTool<C extends Record & FileTool.Call> extends FileTool<C> {
    private final boolean makesFolders;

    /** @param makesFolders whether folders that are missing on the way are made */
    ChangeTool(String name, String description, String parameters, Class<C> shape, boolean makesFolders) {
        super(name, description, parameters, shape);
        this.makesFolders = makesFolders;
    }

    @Override
    public final Effect effect() {
        return Effect.WRITE;
    }

    @Override
    public final ObjectNode shown(ObjectNode arguments) {
        return arguments.deepCopy().retain(List.of("path")).put("operation", spec().name());
    }

    @Override
    final ObjectNode run(C call, Workspace workspace, HeldOutput held)
            throws Refused, IOException, InterruptedException {
        var lock =
                FileLocks.of(workspace.realRoot().resolve(find(call, workspace).viewerPath()));
        lock.lockInterruptibly();
        try {
            // Looked at again: whoever had the lock may have made or replaced it.
            var place = find(call, workspace);
            place.requireWritable();
            return change(call, place, held);
        } finally {
            lock.unlock();
        }
    }

    private Place find(C call, Workspace workspace) throws Refused, IOException {
        return makesFolders ? workspace.findOrMakeFolders(call.path()) : workspace.find(call.path());
    }

    /** @param place of a file that may be written, or of nothing yet */
    abstract ObjectNode change(C call, Place place, HeldOutput held) throws Refused, IOException;
}
