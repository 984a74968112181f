package dev.switchboard.tools.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.util.List;
import java.util.TreeSet;

/** The entries of a folder as a text: one a line, in order, folders with a slash at their end. */
final class Listing {
    /** The most entries of one reading. */
    static final int MOST_ENTRIES = 1000;

    private Listing() {}

    /** Entries up to the given number, and one more if there are more. */
    static byte[] of(Place place, long entries) throws IOException {
        var names = new TreeSet<Path>();
        try (var stream = place.folder().newDirectoryStream(place.name(), LinkOption.NOFOLLOW_LINKS)) {
            for (var entry : stream) {
                names.add(entry.getFileName());
                if (names.size() > entries + 1) {
                    names.removeLast();
                }
            }
            return text(stream, List.copyOf(names));
        }
    }

    private static byte[] text(SecureDirectoryStream<Path> folder, List<Path> names) throws IOException {
        var text = new StringBuilder();
        for (var name : names) {
            var attributes = Place.attributes(folder, name);
            boolean isFolder = attributes != null && attributes.isDirectory();
            text.append(name.toString().replace('\n', '?')).append(isFolder ? "/\n" : "\n");
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }
}
