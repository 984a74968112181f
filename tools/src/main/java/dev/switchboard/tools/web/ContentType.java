package dev.switchboard.tools.web;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a server says a body is.
 *
 * @param name in lower case, without parameters; empty if it does not say
 */
record ContentType(String name, Optional<String> charset) {
    private static final Pattern CHARSET = Pattern.compile("(?i);\\s*charset\\s*=\\s*\"?([^\";,\\s]+)");

    /** Text that is not called text. */
    private static final Set<String> TEXTS = Set.of(
            "application/json",
            "application/xml",
            "application/javascript",
            "application/x-javascript",
            "application/ecmascript",
            "application/x-ndjson",
            "application/jsonl",
            "application/yaml",
            "application/x-yaml",
            "application/toml",
            "application/sql",
            "application/graphql",
            "application/x-sh",
            "application/x-httpd-php",
            "application/x-tex",
            "application/mbox",
            "application/x-www-form-urlencoded");

    static ContentType of(ResponseHead head) {
        String field = head.field("content-type").orElse("");
        var charset = CHARSET.matcher(field);
        return new ContentType(
                field.replaceFirst("[;,].*", "").strip().toLowerCase(Locale.ROOT),
                charset.find() ? Optional.of(charset.group(1)) : Optional.empty());
    }

    boolean isHtml() {
        return name.equals("text/html") || name.equals("application/xhtml+xml");
    }

    /** Nothing is said, or only that it is bytes: the bytes themselves are looked at. */
    boolean isUnknown() {
        return name.isEmpty() || name.equals("application/octet-stream") || name.equals("binary/octet-stream");
    }

    void requireReadable() throws FetchFailed {
        boolean text = name.startsWith("text/")
                || name.endsWith("+json")
                || name.endsWith("+xml") && !name.startsWith("image/")
                || TEXTS.contains(name);
        if (!text && !isHtml() && !isUnknown()) {
            throw notText();
        }
    }

    FetchFailed notText() {
        return new FetchFailed("the address holds %s, which is not text: only pages and text are fetched"
                .formatted(name.isEmpty() ? "something without a content type" : name));
    }
}
