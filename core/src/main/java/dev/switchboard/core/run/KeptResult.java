package dev.switchboard.core.run;

import dev.switchboard.core.journal.UnreadableResult;
import dev.switchboard.core.journal.WholeResult;
import dev.switchboard.core.tool.LongText;
import dev.switchboard.core.tool.ToolResult;
import java.io.IOException;
import java.io.Reader;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** All of a result that is kept to be asked for. */
record KeptResult(ToolResult result) implements WholeResult {
    /** Null if there is nothing to keep beside what the model is told. */
    static @Nullable KeptResult beside(ObjectNode told, ToolResult result) {
        return result.output() == null && told.equals(result.json()) ? null : new KeptResult(result);
    }

    @Override
    public void writeTo(JsonGenerator json) {
        var output = result.output();
        json.writeStartObject();
        for (var field : ShownResult.of(result.json(), ShownResult.KEPT).properties()) {
            json.writeName(field.getKey());
            if (output == null) {
                json.writeTree(field.getValue());
            } else {
                write(json, field.getKey(), field.getValue(), output);
            }
        }
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, String name, JsonNode value, LongText output) {
        switch (name) {
            case ToolResult.STDOUT -> {
                try (var text = new OwnText(output.open())) {
                    json.writeString(text, -1);
                } catch (IOException e) {
                    throw new UnreadableResult(e);
                }
            }
            case ShownResult.TRUNCATED -> json.writeBoolean(output.isCut());
            default -> json.writeTree(value);
        }
    }

    /** Fails in a way of its own, so that nobody takes it for a failure to write. */
    private static final class OwnText extends Reader {
        private final Reader text;

        OwnText(Reader text) {
            this.text = text;
        }

        @Override
        public int read(char[] to, int offset, int length) {
            try {
                return text.read(to, offset, length);
            } catch (IOException e) {
                throw new UnreadableResult(e);
            }
        }

        @Override
        public void close() throws IOException {
            text.close();
        }
    }
}
