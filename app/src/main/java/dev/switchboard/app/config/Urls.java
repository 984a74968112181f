package dev.switchboard.app.config;

import java.net.URI;
import java.net.URISyntaxException;

/** What counts as a web address, a host and an origin in the configuration. */
final class Urls {
    private Urls() {}

    static boolean isWeb(URI url) {
        return ("https".equalsIgnoreCase(url.getScheme()) || "http".equalsIgnoreCase(url.getScheme()))
                && url.getHost() != null
                && url.getUserInfo() == null
                && url.getQuery() == null
                && url.getFragment() == null;
    }

    /** A name or an address without scheme, port or path. */
    static boolean isHost(String text) {
        try {
            String bracketed = text.contains(":") && !text.startsWith("[") ? "[" + text + "]" : text;
            return new URI("http://" + bracketed).getHost() != null
                    && bracketed.equals(new URI("http://" + bracketed).getHost());
        } catch (URISyntaxException e) {
            return false;
        }
    }

    /** Compared letter by letter with what a browser sends: a path, even "/", would never match. */
    static boolean isOrigin(String text) {
        try {
            var url = new URI(text);
            return url.getScheme() != null
                    && url.getHost() != null
                    && url.getUserInfo() == null
                    && url.getRawPath().isEmpty()
                    && url.getQuery() == null
                    && url.getFragment() == null;
        } catch (URISyntaxException e) {
            return false;
        }
    }
}
