package dev.switchboard.edge.auth;

import dev.switchboard.core.identity.AccessToken;
import dev.switchboard.core.identity.Browser;
import dev.switchboard.core.identity.BrowserStore;
import java.time.Clock;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Signed-in browsers in memory, by the port's own rules. */
public final class MemoryBrowsers implements BrowserStore {
    private static final Comparator<Browser> SEEN_LAST =
            Comparator.comparing(Browser::lastSeenAt).reversed();

    private final Clock clock;
    private final Map<String, Opened> byId = new LinkedHashMap<>();
    private int made;

    public MemoryBrowsers(Clock clock) {
        this.clock = clock;
    }

    @Override
    public synchronized Opened open(AccessToken token, String name, String address, @Nullable String former) {
        if (former != null) {
            end(former);
        }
        list().stream().skip(MAX_BROWSERS - 1).map(Browser::id).toList().forEach(this::end);
        var now = clock.instant();
        var browser = new Browser("b-" + ++made, token.id(), name, now, now, address);
        var opened = new Opened(browser, Secrets.random(256), Secrets.random(256));
        byId.put(browser.id(), opened);
        return opened;
    }

    @Override
    public synchronized Optional<Browser> find(String cookie) {
        return opened(cookie).map(Opened::browser).filter(this::isUsed);
    }

    @Override
    public synchronized boolean isValue(String cookie, String value) {
        return opened(cookie).filter(opened -> opened.value().equals(value)).isPresent();
    }

    @Override
    public synchronized Optional<Browser> byId(String id) {
        return Optional.ofNullable(byId.get(id)).map(Opened::browser).filter(this::isUsed);
    }

    @Override
    public synchronized List<Browser> list() {
        return byId.values().stream()
                .map(Opened::browser)
                .filter(this::isUsed)
                .sorted(SEEN_LAST)
                .toList();
    }

    @Override
    public synchronized Optional<Browser> rename(String id, String name) {
        return byId(id).map(old ->
                keep(new Browser(id, old.tokenId(), name, old.createdAt(), old.lastSeenAt(), old.address())));
    }

    @Override
    public synchronized boolean end(String id) {
        return byId.remove(id) != null;
    }

    @Override
    public synchronized void seen(Map<String, Sighting> browsers) {
        browsers.forEach((id, sighting) -> byId(id).ifPresent(old -> keep(new Browser(
                id,
                old.tokenId(),
                old.name(),
                old.createdAt(),
                sighting.at(),
                sighting.address() == null ? old.address() : sighting.address()))));
    }

    synchronized void endAllOf(String tokenId) {
        byId.values().removeIf(opened -> opened.browser().tokenId().equals(tokenId));
    }

    synchronized void moveOver(String from, String to) {
        for (var browser : list()) {
            if (browser.tokenId().equals(from)) {
                keep(new Browser(
                        browser.id(),
                        to,
                        browser.name(),
                        browser.createdAt(),
                        browser.lastSeenAt(),
                        browser.address()));
            }
        }
    }

    private Browser keep(Browser browser) {
        byId.computeIfPresent(browser.id(), (_, opened) -> new Opened(browser, opened.cookie(), opened.value()));
        return browser;
    }

    private Optional<Opened> opened(String cookie) {
        return byId.values().stream()
                .filter(opened -> opened.cookie().equals(cookie))
                .findFirst();
    }

    private boolean isUsed(Browser browser) {
        return clock.instant().isBefore(browser.idleEnd());
    }
}
