package dev.switchboard.tools.files;

import dev.switchboard.json.text.NearestWord;
import java.io.IOException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What else is in a folder, for someone who asked for a name it does not have. */
final class Neighbours {
    private static final int LOOKED_AT = 1000;
    private static final int NAMED = 10;

    private Neighbours() {}

    static String of(SecureDirectoryStream<Path> folder, Path missing) throws IOException {
        var names = names(folder);
        if (names.isEmpty()) {
            return "its folder is empty";
        }
        return NearestWord.to(missing.toString(), names)
                .map("did you mean %s?"::formatted)
                .orElseGet(() -> "its folder has "
                        + String.join(", ", names.subList(0, Math.min(NAMED, names.size())))
                        + (names.size() > NAMED ? " and more" : ""));
    }

    /** Null if nothing there reads like it. */
    static @Nullable String nearest(SecureDirectoryStream<Path> folder, Path missing) throws IOException {
        return NearestWord.to(missing.toString(), names(folder)).orElse(null);
    }

    private static List<String> names(SecureDirectoryStream<Path> folder) throws IOException {
        var names = new ArrayList<String>();
        // A handle lists its entries only once, so the same folder is opened again.
        try (var entries = folder.newDirectoryStream(Path.of("."), LinkOption.NOFOLLOW_LINKS)) {
            for (var entry : entries) {
                if (names.size() == LOOKED_AT) {
                    break;
                }
                names.add(entry.getFileName().toString());
            }
        }
        names.sort(null);
        return names;
    }
}
