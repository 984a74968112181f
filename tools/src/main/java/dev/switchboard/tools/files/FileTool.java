package dev.switchboard.tools.files;

import dev.switchboard.core.model.ToolSpec;
import dev.switchboard.core.tool.HeldOutput;
import dev.switchboard.core.tool.Tool;
import dev.switchboard.core.tool.ToolContext;
import dev.switchboard.core.tool.ToolResult;
import dev.switchboard.json.Json;
import dev.switchboard.tools.Arguments;
import dev.switchboard.tools.Refused;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** What the file tools share: a workspace opened for one call, and every trouble told in words. */
abstract class FileTool<C extends Record & FileTool.Call> implements Tool {
    /** The arguments of any of them. */
    interface Call {
        String path();
    }

    private final ToolSpec spec;
    private final Class<C> shape;

    FileTool(String name, String description, String parameters, Class<C> shape) {
        this.spec = new ToolSpec(name, description, Json.mapper().readTree(parameters));
        this.shape = shape;
    }

    @Override
    public final ToolSpec spec() {
        return spec;
    }

    @Override
    public final ToolResult run(ObjectNode arguments, ToolContext context) throws InterruptedException {
        try {
            var call = Arguments.decode(arguments, shape);
            try (var workspace = Workspace.open(context.workspace())) {
                return new ToolResult(run(call, workspace, context.held()));
            } catch (ClosedByInterruptException _) {
                Thread.interrupted();
                throw new InterruptedException(spec.name() + " was interrupted");
            } catch (IOException e) {
                throw new Refused(Trouble.words(spec.name() + " " + call.path(), e));
            }
        } catch (Refused e) {
            return ToolResult.failed(e.why());
        }
    }

    abstract ObjectNode run(C call, Workspace workspace, HeldOutput held)
            throws Refused, IOException, InterruptedException;

    /** The beginning of every result: {@code ok}, {@code file} and {@code area}, which an empty file does not have. */
    static ObjectNode result(Place place, @Nullable Area area) {
        var result = ToolResult.okay();
        result.set("file", new FileMeta(place.given(), place.viewerPath(), area).json());
        if (area != null) {
            result.set("area", Json.mapper().valueToTree(area));
        }
        return result;
    }
}
