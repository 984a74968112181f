package dev.switchboard.app.gateway;

import dev.switchboard.app.config.ServerConfig;
import dev.switchboard.core.bound.Total;
import dev.switchboard.core.ledger.Feed;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.edge.api.BrowsersApi;
import dev.switchboard.edge.api.HealthApi;
import dev.switchboard.edge.api.SessionDoor;
import dev.switchboard.edge.api.SessionsApi;
import dev.switchboard.edge.api.SignInApi;
import dev.switchboard.edge.api.TokensApi;
import dev.switchboard.edge.auth.Credentials;
import dev.switchboard.edge.auth.Doorway;
import dev.switchboard.edge.auth.LiveCredentials;
import dev.switchboard.edge.auth.SignInCodes;
import dev.switchboard.edge.auth.TokenGuard;
import dev.switchboard.edge.http.Route;
import dev.switchboard.edge.http.Router;
import dev.switchboard.edge.web.Pages;
import dev.switchboard.store.Store;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Who may do what over HTTP, put together: credentials, signed-in browsers, and the routes that are not a channel's. */
final class Access implements AutoCloseable {
    /** How soon an expired credential's sockets are closed. */
    private static final Duration EXPIRY_CHECK = Duration.ofSeconds(5);

    /** How many of those checks lie between two writes of who was seen: a minute. */
    private static final int CHECKS_A_WRITE = 12;

    private static final Logger log = LoggerFactory.getLogger(Access.class);

    private final Doorway doorway;
    private final Store store;
    private final Feed feed;
    private final Total pages;
    private final Masking masking;
    private final Clock clock;
    private final TokenGuard guard;
    private final SignInCodes codes;
    private final Credentials credentials;
    private final LiveCredentials live;
    private final String version;
    private final Thread expiry;

    Access(
            ServerConfig server,
            Store store,
            Doorway doorway,
            Feed feed,
            Total pages,
            Masking masking,
            String version,
            Clock clock) {
        this.doorway = doorway;
        this.store = store;
        this.feed = feed;
        this.pages = pages;
        this.masking = masking;
        this.clock = clock;
        this.guard = new TokenGuard(clock);
        this.version = version;
        this.codes = new SignInCodes(clock);
        var scrape = server.scrapeToken();
        this.credentials = new Credentials(
                store.tokens(), store.browsers(), guard, doorway, scrape == null ? null : scrape.value(), clock);
        this.live = new LiveCredentials(credentials::isLive, credentials.seen()::note);
        this.expiry = Thread.ofVirtual().name("expiry").start(this::endExpired);
    }

    TokenGuard guard() {
        return guard;
    }

    LiveCredentials live() {
        return live;
    }

    SignInCodes signInCodes() {
        return codes;
    }

    /** A list to which the channels' routes are added. */
    List<Route> routes(Supplier<List<String>> complaints, Supplier<String> metrics) {
        var routes = new ArrayList<Route>();
        routes.addAll(new HealthApi(complaints, metrics).routes());
        routes.addAll(new SessionsApi(new SessionDoor(store.sessions()), store.ledger(), feed, live, pages).routes());
        routes.addAll(new TokensApi(store.tokens(), live, credentials.seen(), masking, clock).routes());
        routes.addAll(
                new SignInApi(codes, store.browsers(), credentials, guard, live, doorway, masking, version).routes());
        routes.addAll(new BrowsersApi(store.browsers(), credentials, live, masking).routes());
        routes.addAll(Pages.ofThisBuild().routes());
        return routes;
    }

    Router router(List<Route> routes) {
        return new Router(routes, doorway, credentials);
    }

    /** Ends what is open under a credential; who comes later is refused by the closing server. */
    @Override
    public void close() {
        expiry.interrupt();
        writeSeen();
        live.stop();
    }

    private void endExpired() {
        for (int checks = 1; ; checks++) {
            try {
                Thread.sleep(EXPIRY_CHECK);
            } catch (InterruptedException e) {
                return;
            }
            try {
                live.sweep();
            } catch (RuntimeException | Error e) {
                log.warn("could not look for expired credentials, will again: {}", e.getMessage());
            }
            if (checks % CHECKS_A_WRITE == 0) {
                writeSeen();
            }
        }
    }

    private void writeSeen() {
        try {
            live.credentials().forEach(credentials.seen()::note);
            credentials.seen().write();
        } catch (RuntimeException | Error e) {
            log.warn("could not write down who was seen, will again: {}", e.getMessage());
        }
    }
}
