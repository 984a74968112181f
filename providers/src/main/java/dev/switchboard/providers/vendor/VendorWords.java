package dev.switchboard.providers.vendor;

import dev.switchboard.json.Json;
import dev.switchboard.json.text.Shortened;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * What a vendor said went wrong, fit to be shown: its sentence out of whatever JSON it is wrapped in, short, and
 * without our key.
 */
record VendorWords(String sentence, boolean passing) {
    static final int MOST_CHARS = 300;

    /** Kinds of error told inside a stream that will be the same the next time. */
    private static final Set<String> LASTING = Set.of(
            "invalid_request_error",
            "authentication_error",
            "permission_error",
            "billing_error",
            "not_found_error",
            "request_too_large",
            "invalid_argument",
            "failed_precondition",
            "permission_denied",
            "unauthenticated",
            "not_found");

    /** The body of an error response. */
    static VendorWords ofBody(String body, @Nullable String apiKey) {
        JsonNode json = parse(body);
        VendorWords words = json == null ? null : ofJson(json, apiKey);
        if (words != null) {
            return words;
        }
        boolean page = body.stripLeading().startsWith("<");
        return new VendorWords(page ? "" : shown(body, apiKey), true);
    }

    /** An event of a stream; null if it tells no error. */
    static @Nullable VendorWords ofEvent(String data, @Nullable String apiKey) {
        if (!data.contains("\"error\"")) {
            return null;
        }
        JsonNode json = parse(data);
        return json == null
                        || !json.path("error").isObject() && !json.path("error").isString()
                ? null
                : ofJson(json, apiKey);
    }

    private static @Nullable VendorWords ofJson(JsonNode json, @Nullable String apiKey) {
        JsonNode outer = json.isArray() ? json.path(0) : json;
        JsonNode error = outer.path("error");
        if (error.isString()) {
            return new VendorWords(shown(error.stringValue(), apiKey), true);
        }
        JsonNode holder = error.isObject() ? error : outer;
        for (String field : new String[] {"message", "detail"}) {
            if (holder.path(field).isString()) {
                return new VendorWords(shown(holder.path(field).stringValue(), apiKey), passing(holder));
            }
        }
        return error.isObject() ? new VendorWords("", passing(error)) : null;
    }

    private static boolean passing(JsonNode error) {
        int code = error.path("code").isInt() ? error.path("code").intValue() : 0;
        if (code >= 400 && code < 500 && code != 408 && code != 429) {
            return false;
        }
        return !isLasting(error.path("type")) && !isLasting(error.path("status"));
    }

    private static boolean isLasting(JsonNode kind) {
        return kind.isString() && LASTING.contains(kind.stringValue().toLowerCase(Locale.ROOT));
    }

    private static @Nullable JsonNode parse(String text) {
        try {
            return Json.mapper().readTree(text);
        } catch (JacksonException e) {
            return null;
        }
    }

    /** Masks before it shortens: half a key is still a secret. */
    private static String shown(String text, @Nullable String apiKey) {
        String masked = apiKey == null ? text : text.replace(apiKey, "***");
        String line = masked.strip().replaceAll("\\s+", " ");
        return Shortened.to(MOST_CHARS, line);
    }
}
