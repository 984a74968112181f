package dev.switchboard.edge.net;

import java.util.Locale;

/** Which compressed forms of an answer its reader takes. */
public final class Codings {
    private Codings() {}

    /** @param coding such as {@code gzip} or {@code br} */
    public static boolean accepts(Request request, String coding) {
        for (var line : request.headers().all("Accept-Encoding")) {
            for (var choice : line.toLowerCase(Locale.ROOT).split(",", -1)) {
                var parts = choice.replace(" ", "").split(";q=", 2);
                if (parts[0].equals(coding) && (parts.length == 1 || !parts[1].matches("0(\\.0*)?"))) {
                    return true;
                }
            }
        }
        return false;
    }
}
