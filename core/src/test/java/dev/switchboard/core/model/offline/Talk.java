package dev.switchboard.core.model.offline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.model.ModelListener;
import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.model.ModelRequest;
import dev.switchboard.core.model.ToolCall;
import dev.switchboard.core.model.ToolSpec;
import dev.switchboard.json.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tools.jackson.databind.node.JsonNodeFactory;

/** A conversation with the offline agent, in which the test plays the person and the tools. */
final class Talk {
    private final List<ModelMessage> messages = new ArrayList<>();
    private final List<ToolSpec> tools;
    private ModelReply reply = ModelReply.text("");

    private Talk(String... tools) {
        this.tools = Arrays.stream(tools)
                .map(name -> new ToolSpec(name, "", JsonNodeFactory.instance.objectNode()))
                .toList();
    }

    static Talk with(String... tools) {
        return new Talk(tools);
    }

    /** All tools but those for terminals. */
    static Talk ordinary() {
        return with("read", "write", "edit", "append", "exec", "web_fetch", "web_search");
    }

    static Talk withTerminals() {
        return with(
                "read", "exec", "createTerminal", "sendToTerminal", "readTerminal", "listTerminals", "closeTerminal");
    }

    Talk say(String text) {
        messages.add(new ModelMessage.User(text));
        return ask();
    }

    /** The tool that was called gives this. */
    Talk result(String json) {
        ToolCall call = onlyCall();
        messages.add(new ModelMessage.ToolResult(call.id(), call.name(), json.replace('\'', '"')));
        return ask();
    }

    private Talk ask() {
        reply = new OfflineModel().answer(new ModelRequest(null, messages, tools, null), ModelListener.NONE);
        messages.add(new ModelMessage.Assistant(reply.text(), null, reply.toolCalls()));
        return this;
    }

    /** What the history keeps of a turn: what was said, and nothing of the tools. */
    Talk forgetTools() {
        messages.removeIf(message -> message instanceof ModelMessage.ToolResult
                || (message instanceof ModelMessage.Assistant said
                        && !said.toolCalls().isEmpty()));
        return this;
    }

    Talk expectCall(String tool, String arguments) {
        assertThat(reply.finish()).as(reply.text()).isEqualTo(ModelReply.Finish.TOOL_CALLS);
        assertThat(onlyCall().name()).isEqualTo(tool);
        assertThat(onlyCall().arguments()).isEqualTo(arguments.replace('\'', '"'));
        return this;
    }

    Talk expectWords(String words) {
        assertThat(reply.toolCalls()).isEmpty();
        assertThat(reply.finish()).isEqualTo(ModelReply.Finish.STOP);
        assertThat(reply.text()).isEqualTo(words);
        return this;
    }

    String words() {
        assertThat(reply.toolCalls()).as("the agent speaks").isEmpty();
        return reply.text();
    }

    /** What was said along with the call. */
    String note() {
        return reply.text();
    }

    /** The command that is to be run. */
    String command() {
        assertThat(onlyCall().name()).isEqualTo("exec");
        return Json.mapper().readTree(onlyCall().arguments()).path("command").asString();
    }

    ToolCall onlyCall() {
        assertThat(reply.toolCalls()).as(reply.text()).hasSize(1);
        return reply.toolCalls().getFirst();
    }
}
