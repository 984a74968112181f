package dev.switchboard.app.config;

import java.util.regex.Pattern;

/** Names that are safe in a URL and between the colons of a session id. */
final class Names {
    static final String RULE = "use letters, digits, \".\", \"_\" and \"-\", at most 64";

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

    private Names() {}

    static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }
}
