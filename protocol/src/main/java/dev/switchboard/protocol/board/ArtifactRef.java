package dev.switchboard.protocol.board;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** Something a task is about or has made; {@code ref} is its path or address. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ArtifactRef(
        @Nullable String id,
        @Nullable String title,
        @Nullable String type,
        @Nullable String ref) {

    /** A file of the workspace. */
    public static ArtifactRef file(String path) {
        return new ArtifactRef(path, null, "file", path);
    }
}
