package dev.switchboard.tools.files;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.switchboard.json.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A file as a viewer can open it.
 *
 * @param path as it was given to the tool
 * @param viewerPath where it really is, relative to the workspace
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record FileMeta(
        String path, String viewerPath, @Nullable Area area) {
    public ObjectNode json() {
        return Json.mapper().valueToTree(this);
    }
}
