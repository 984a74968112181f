package dev.switchboard.app.config;

import java.util.regex.Pattern;

/** Names that are safe in a URL and between the colons of a session id, and those that tools have. */
final class Names {
    static final String RULE = "use letters, digits, \".\", \"_\" and \"-\", at most 64";

    static final String TOOL_RULE = "use letters, digits, \".\", \"_\", \"/\" and \"-\", at most 128";

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
    private static final Pattern TOOL = Pattern.compile("[A-Za-z0-9._/-]{1,128}");

    private Names() {}

    static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    static boolean isTool(String text) {
        return TOOL.matcher(text).matches();
    }
}
