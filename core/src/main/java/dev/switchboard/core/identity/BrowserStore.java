package dev.switchboard.core.identity;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Signed-in browsers, found by the hash of their cookie.
 *
 * <p>Each has two secrets: the cookie, which the browser sends by itself, and the value that the page sends with
 * everything that changes something. Cookies ignore ports, so another server on the same machine is sent the first; it
 * must not be able to make the second of it, which therefore takes the key file as well.
 *
 * <p>One that was not used for {@link #IDLE} is not there any more. Whether its token lives is for the caller to check.
 */
public interface BrowserStore {
    Duration IDLE = Duration.ofDays(30);

    /** The one that was not seen for the longest time makes room for another. */
    int MAX_BROWSERS = 1_000;

    /** A new browser with its secrets, which are shown once. */
    record Opened(Browser browser, String cookie, String value) {}

    /** @param address none if it is not known to have changed */
    record Sighting(Instant at, @Nullable String address) {}

    default Opened open(AccessToken token, String name, String address) {
        return open(token, name, address, null);
    }

    /** @param former the id of the browser that this one takes the place of, in one step */
    Opened open(AccessToken token, String name, String address, @Nullable String former);

    /** Every call looks it up anew. */
    Optional<Browser> find(String cookie);

    /** Whether this is the value that goes with the cookie. */
    boolean isValue(String cookie, String value);

    Optional<Browser> byId(String id);

    /** The one seen last comes first. */
    List<Browser> list();

    /** The browser under its new name. */
    Optional<Browser> rename(String id, String name);

    /** True if there was one. */
    boolean end(String id);

    /** Records when and where browsers were last seen, by id, all in one go. */
    void seen(Map<String, Sighting> browsers);
}
