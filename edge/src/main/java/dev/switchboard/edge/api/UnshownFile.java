package dev.switchboard.edge.api;

import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.workspace.NotShown;
import dev.switchboard.edge.http.Replies;
import dev.switchboard.edge.net.Response;

/** Why a file is not shown, in words and with the next step. */
final class UnshownFile {
    private UnshownFile() {}

    private record Told(int status, String code, String sentence) {}

    /** @param start the first line that was asked for */
    static Response answer(NotShown why, String path, long start, Masking masking) {
        var told = told(why, path, start);
        // Names of files are somebody's words too.
        return Replies.error(told.status(), told.code(), masking.mask(told.sentence()));
    }

    private static Told told(NotShown why, String path, long start) {
        return switch (why) {
            case NotShown.Missing(var nearest) ->
                new Told(
                        404,
                        "not_found",
                        "There is no file %s in the session's workspace. %s"
                                .formatted(
                                        path,
                                        nearest == null
                                                ? "It may have been moved or deleted since."
                                                : "Did you mean %s?".formatted(nearest)));
            case NotShown.Outside() ->
                new Told(
                        400,
                        "outside_workspace",
                        "%s leads out of the session's workspace. Give a path of a file in it, relative to it."
                                .formatted(path));
            case NotShown.NoFile(var folder) ->
                new Told(
                        409,
                        "not_a_file",
                        folder
                                ? "%s is a folder. Give the path of a file in it.".formatted(path)
                                : "%s is a pipe, a socket or a device, which cannot be shown. Choose a file."
                                        .formatted(path));
            case NotShown.NoText() ->
                new Told(
                        409,
                        "not_text",
                        "%s is not UTF-8 text, so it cannot be shown. Get it as it is with download=1."
                                .formatted(path));
            case NotShown.BeyondEnd(var lines) ->
                new Told(
                        400,
                        "beyond_end",
                        "%s has %d %s, and %d is after the last. Ask again without start to see it as it is now."
                                .formatted(path, lines, lines == 1 ? "line" : "lines", start));
            case NotShown.NoPath(var words) -> new Told(400, "invalid", "This path cannot be used: " + words + ".");
            case NotShown.Unreadable(var words) ->
                new Told(
                        409,
                        "unreadable",
                        "%s cannot be read: %s. Mend that on the gateway's machine, then ask again."
                                .formatted(path, words));
        };
    }
}
