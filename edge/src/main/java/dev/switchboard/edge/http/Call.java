package dev.switchboard.edge.http;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.edge.auth.Credential;
import dev.switchboard.edge.net.Request;
import dev.switchboard.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * A request that found its route and passed its access check.
 *
 * @param variables the pattern's variables by name, decoded
 * @param credential who asks; null where the route is open, in-band, or asked by the scrape token
 */
public record Call(
        Request request,
        Map<String, String> variables,
        @Nullable Credential credential) {

    /** A variable of the route's own pattern. */
    public String variable(String name) {
        var value = variables.get(name);
        if (value == null) {
            throw new IllegalStateException("this route has no variable " + name);
        }
        return value;
    }

    /** Who asks, on a route that needs a credential. */
    public Credential caller() {
        if (credential == null) {
            throw new IllegalStateException("this route does not ask for a credential");
        }
        return credential;
    }

    /** A whole number of the query, within bounds. */
    public long number(String name, long otherwise, long least, long most) {
        var text = request.query().get(name);
        return text == null ? otherwise : number(name, text, least, most);
    }

    /** Reads a whole number, or says in words what is wrong with it. */
    public static long number(String name, String text, long least, long most) {
        try {
            var value = Long.parseLong(text);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw new SwitchboardException(ErrorCode.INVALID, outside(name, least, most), e);
        }
        throw new SwitchboardException(ErrorCode.INVALID, outside(name, least, most));
    }

    /** The JSON body as a record. What a stranger sends is checked by the handler; its components are nullable. */
    public <T> T body(Class<T> type) {
        try {
            var body = Json.mapper().readValue(request.body(), type);
            if (body != null) {
                return body;
            }
        } catch (JacksonException e) {
            throw new SwitchboardException(ErrorCode.INVALID, notThat(e), e);
        }
        throw new SwitchboardException(ErrorCode.INVALID, "The body must be a JSON object.");
    }

    private static String outside(String name, long least, long most) {
        return most == Long.MAX_VALUE
                ? "%s must be a whole number from %d.".formatted(name, least)
                : "%s must be a whole number from %d to %d.".formatted(name, least, most);
    }

    // In our own words: the library's would quote the body and name our classes.
    private static String notThat(JacksonException e) {
        var path = e.getPath();
        var field = path.isEmpty() ? null : path.getFirst().getPropertyName();
        return field == null
                ? "The body must be one JSON object, nested no deeper than %d.".formatted(Json.MAX_DEPTH)
                : "The field %s of the body is not of the right type.".formatted(field);
    }
}
