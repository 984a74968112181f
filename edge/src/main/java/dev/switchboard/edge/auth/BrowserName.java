package dev.switchboard.edge.auth;

import java.util.List;
import java.util.Optional;

/**
 * What to call a browser until somebody names it: {@code Chrome on Android}. A {@code User-Agent} is anyone's word and
 * decides nothing; only names from here are ever kept of it.
 */
public final class BrowserName {
    private record Sign(String part, String name) {}

    /** In this order: most browsers also claim to be Chrome, and all of them Safari. */
    private static final List<Sign> PROGRAMS = List.of(
            new Sign("Edg", "Edge"),
            new Sign("OPR/", "Opera"),
            new Sign("SamsungBrowser/", "Samsung Internet"),
            new Sign("Firefox/", "Firefox"),
            new Sign("FxiOS/", "Firefox"),
            new Sign("CriOS/", "Chrome"),
            new Sign("Chrome/", "Chrome"),
            new Sign("Safari/", "Safari"),
            new Sign("curl/", "curl"));

    /** In this order: Android is a Linux too, and an iPhone says it is like a Mac. */
    private static final List<Sign> SYSTEMS = List.of(
            new Sign("Android", "Android"),
            new Sign("iPhone", "iPhone"),
            new Sign("iPad", "iPad"),
            new Sign("CrOS", "ChromeOS"),
            new Sign("Windows", "Windows"),
            new Sign("Macintosh", "macOS"),
            new Sign("Linux", "Linux"));

    private BrowserName() {}

    public static String of(String userAgent) {
        var program = first(PROGRAMS, userAgent).orElse("Browser");
        return first(SYSTEMS, userAgent)
                .map(system -> program + " on " + system)
                .orElse(program);
    }

    private static Optional<String> first(List<Sign> signs, String userAgent) {
        return signs.stream()
                .filter(sign -> userAgent.contains(sign.part()))
                .map(Sign::name)
                .findFirst();
    }
}
