package dev.switchboard.app.config;

import java.net.URI;

/** What counts as a web address that we ask; those that we are asked at are the {@code Doorway}'s to judge. */
final class Urls {
    private Urls() {}

    static boolean isWeb(URI url) {
        return ("https".equalsIgnoreCase(url.getScheme()) || "http".equalsIgnoreCase(url.getScheme()))
                && url.getHost() != null
                && url.getUserInfo() == null
                && url.getQuery() == null
                && url.getFragment() == null;
    }
}
