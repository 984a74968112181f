package dev.switchboard.edge.http;

import dev.switchboard.edge.auth.ClientKey;
import dev.switchboard.edge.auth.Credentials;
import dev.switchboard.edge.auth.Doorway;
import dev.switchboard.edge.auth.HostGate;
import dev.switchboard.edge.auth.OriginGate;
import dev.switchboard.edge.auth.Refused;
import dev.switchboard.edge.auth.SessionCookie;
import dev.switchboard.edge.net.Peer;
import dev.switchboard.edge.net.Request;
import dev.switchboard.edge.net.RequestHandler;
import dev.switchboard.edge.net.Response;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The one way in. Every request, upgrades included, passes in this order: Host, Origin, route, access, body type; then
 * its handler runs. What no route names is refused, and a route without an {@link Access} cannot be made.
 */
public final class Router implements RequestHandler {
    private record Match(Route route, Map<String, String> variables) {}

    private final List<Route> routes;
    private final HostGate hostGate;
    private final OriginGate originGate;
    private final Gatekeeper gatekeeper;
    private final StrictHeaders headers;
    private final Doorway doorway;

    public Router(List<Route> routes, Doorway doorway, Credentials credentials) {
        var seen = new HashSet<String>();
        for (var route : routes) {
            if (!seen.add(route.method() + " " + route.pattern().shape())) {
                throw new IllegalArgumentException("two routes for " + route);
            }
        }
        this.routes =
                routes.stream().sorted(Comparator.comparing(Route::pattern)).toList();
        this.hostGate = new HostGate(doorway);
        this.originGate = new OriginGate(doorway);
        this.gatekeeper = new Gatekeeper(credentials, new SessionCookie(doorway));
        this.headers = new StrictHeaders(doorway);
        this.doorway = doorway;
    }

    /** The whole table. */
    public List<Route> routes() {
        return routes;
    }

    @Override
    public Response handle(Request request) {
        Response response;
        try {
            response = hostGate.check(request)
                    .or(() -> originGate.check(request))
                    .<Response>map(Router::refuse)
                    .orElseGet(() -> route(request));
        } catch (RuntimeException e) {
            response = Failures.answer(request, e);
        }
        return headers.on(request, response);
    }

    @Override
    public @Nullable String clientOf(Peer peer) {
        return doorway.clientOf(peer).map(ClientKey::value).orElse(null);
    }

    @Override
    public String clientOf(Request request) {
        return doorway.clientOf(request).value();
    }

    private Response route(Request request) {
        var matches = routes.stream()
                .flatMap(route -> route.pattern().match(request.segments()).stream()
                        .map(variables -> new Match(route, variables)))
                .toList();
        if (matches.isEmpty()) {
            return Replies.notFound("There is nothing at this path. The gateway's page at / says what there is.");
        }
        // The listener leaves out the body of an answer to HEAD, and knows its length because we do not.
        var method = request.method().equals("HEAD") ? "GET" : request.method();
        return matches.stream()
                .filter(match -> match.route().method().equals(method))
                .findFirst()
                .map(match -> call(match, request))
                .orElseGet(() -> otherMethod(matches));
    }

    private Response call(Match match, Request request) {
        return switch (gatekeeper.decide(match.route().access(), request)) {
            case Gatekeeper.Decision.Stop(var answer) -> answer;
            case Gatekeeper.Decision.Pass pass
            when isForeignBody(request) ->
                Replies.error(
                        415,
                        "unsupported_media_type",
                        "A body must be JSON. Send it as Content-Type: application/json.");
            case Gatekeeper.Decision.Pass(var credential) ->
                match.route().handler().handle(new Call(request, match.variables(), credential));
        };
    }

    // A page elsewhere can post plain text or a form without asking first; it cannot post this.
    private static boolean isForeignBody(Request request) {
        var types = request.headers().all("Content-Type");
        return request.body().length > 0
                && !(types.size() == 1
                        && types.getFirst()
                                .split(";", 2)[0]
                                .strip()
                                .toLowerCase(Locale.ROOT)
                                .equals("application/json"));
    }

    private static Response refuse(Refused refused) {
        return Replies.error(refused.status(), refused.code(), refused.message());
    }

    private static Response otherMethod(List<Match> matches) {
        var allowed = matches.stream()
                .map(match -> match.route().method())
                .flatMap(method -> method.equals("GET") ? Stream.of("GET", "HEAD") : Stream.of(method))
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
        return Replies.with(
                Replies.error(405, "method_not_allowed", "This path takes " + allowed + "."), "Allow", allowed);
    }
}
