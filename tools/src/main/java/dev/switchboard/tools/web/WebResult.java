package dev.switchboard.tools.web;

import dev.switchboard.core.tool.ToolResult;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The seed's result of both tools: {@code {ok, text, url?, truncated}}, and {@code error} when it is not ok. */
record WebResult(
        String text,
        @Nullable String url,
        boolean truncated,
        @Nullable String error) {
    static WebResult failed(String why) {
        return new WebResult("", null, false, why);
    }

    ToolResult toToolResult() {
        var json = ToolResult.okay().put("ok", error == null).put("text", text);
        if (url != null) {
            json.put("url", url);
        }
        json.put("truncated", truncated);
        if (error != null) {
            json.put("error", error);
        }
        return new ToolResult(json);
    }

    /** At most so many bytes of it, as a whole number of characters. */
    WebResult limited(int bytes) {
        byte[] all = text.getBytes(StandardCharsets.UTF_8);
        if (all.length <= bytes) {
            return this;
        }
        int end = bytes;
        while (end > 0 && (all[end] & 0xc0) == 0x80) {
            end--;
        }
        return new WebResult(new String(all, 0, end, StandardCharsets.UTF_8), url, true, error);
    }
}
