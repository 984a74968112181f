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
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The one way in. Every request, upgrades included, passes in this order: Host, Origin, route, access, body type; then
 * its handler runs. What no route names is refused, and a route without an {@link Access} cannot be made.
 */
public final class Router implements RequestHandler {
    private record Match(Route route, Map<String, String> variables) {}

    /** What came of everything before the handler. */
    private sealed interface Checked {
        record Passed(Route route, Call call) implements Checked {}

        record Stopped(Response.Full answer) implements Checked {}
    }

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
        this.routes = routes.stream()
                .sorted((one, other) -> one.pattern().compareTo(other.pattern()))
                .toList();
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
            response = switch (check(request)) {
                case Checked.Stopped(var answer) -> answer;
                case Checked.Passed(var _, var _)
                when isForeignBody(request) ->
                    Replies.error(
                            415,
                            "unsupported_media_type",
                            "A body must be JSON. Send it as Content-Type: application/json.");
                case Checked.Passed(var route, var call) -> route.handler().handle(call);
            };
        } catch (RuntimeException e) {
            response = Failures.answer(request, e);
        }
        return headers.on(request, response);
    }

    /** Everything before the handler is asked on the head alone, so a long body is read only of those who may send it. */
    @Override
    public Optional<Response.Full> refuseBody(Request head) {
        Optional<Response.Full> refusal;
        try {
            refusal = switch (check(head)) {
                case Checked.Stopped(var answer) -> Optional.of(answer);
                case Checked.Passed(var route, var call) ->
                    switch (route.access()) {
                        case Access.Open open -> Optional.of(Replies.bodyTooLarge());
                        case Access.InBand(var _, var door) -> door.refuse(call);
                        case Access.OwnOrInBand _ -> Optional.of(Replies.bodyTooLarge());
                        case Access.Own own -> Optional.empty();
                        case Access.Needs needs -> Optional.empty();
                        case Access.NeedsOneOf needs -> Optional.empty();
                        case Access.NeedsOrScrapeToken needs -> Optional.empty();
                    };
            };
        } catch (RuntimeException e) {
            refusal = Optional.of(Failures.answer(head, e));
        }
        return refusal.map(answer -> headers.on(head, answer));
    }

    @Override
    public @Nullable String clientOf(Peer peer) {
        return doorway.clientOf(peer).map(ClientKey::value).orElse(null);
    }

    @Override
    public String clientOf(Request request) {
        return doorway.clientOf(request).value();
    }

    private Checked check(Request request) {
        return hostGate.check(request)
                .or(() -> originGate.check(request))
                .map(Router::refuse)
                .orElseGet(() -> route(request));
    }

    private Checked route(Request request) {
        var matches = routes.stream()
                .flatMap(route -> route.pattern().match(request.segments()).stream()
                        .map(variables -> new Match(route, variables)))
                .toList();
        if (matches.isEmpty()) {
            return new Checked.Stopped(
                    Replies.notFound("There is nothing at this path. The gateway's page at / says what there is."));
        }
        // The listener leaves out the body of an answer to HEAD, and knows its length because we do not.
        var method = request.method().equals("HEAD") ? "GET" : request.method();
        return matches.stream()
                .filter(match -> match.route().method().equals(method))
                .findFirst()
                .map(match -> admit(match, request))
                .orElseGet(() -> new Checked.Stopped(otherMethod(matches)));
    }

    private Checked admit(Match match, Request request) {
        return switch (gatekeeper.decide(match.route().access(), request)) {
            case Gatekeeper.Decision.Stop(var answer) -> new Checked.Stopped(answer);
            case Gatekeeper.Decision.Pass(var credential) -> {
                if (credential != null) {
                    request.owner().accept(credential.user());
                }
                yield new Checked.Passed(match.route(), new Call(request, match.variables(), credential));
            }
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

    private static Checked refuse(Refused refused) {
        return new Checked.Stopped(Replies.error(refused.status(), refused.code(), refused.message()));
    }

    private static Response.Full otherMethod(List<Match> matches) {
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
