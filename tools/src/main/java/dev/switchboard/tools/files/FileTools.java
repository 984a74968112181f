package dev.switchboard.tools.files;

import dev.switchboard.core.tool.Tool;
import java.util.List;

/** The tools for files. They hold nothing: the workspace comes with each call. */
public final class FileTools {
    private FileTools() {}

    public static List<Tool> all() {
        return List.of(new ReadTool(), new WriteTool(), new EditTool(), new AppendTool());
    }
}
