package dev.switchboard.core.model.offline;

import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ToolSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Turns a wish into a call of a tool that is there, or says that it is not. */
final class Planner {
    private static final String EXEC = "exec";
    static final String CREATE_TERMINAL = "createTerminal";
    static final String SEND = "sendToTerminal";
    static final String READ_TERMINAL = "readTerminal";
    static final String LIST_TERMINALS = "listTerminals";
    static final String CLOSE_TERMINAL = "closeTerminal";
    private static final String NO_TERMINAL =
            "There is no terminal in our conversation yet. Say \"create a terminal\" first.";

    private final List<ToolSpec> tools;
    private final List<ModelMessage> earlier;

    /** @param earlier what was said before the message at hand */
    Planner(List<ToolSpec> tools, List<ModelMessage> earlier) {
        this.tools = tools;
        this.earlier = earlier;
    }

    /** @param terminal the one that "it" stands for, if there is one */
    Step plan(Wish wish, @Nullable String terminal) {
        return switch (wish) {
            case Wish.Run(var command, var place) -> run(command, place, terminal);
            case Wish.Read(var path) -> call("read", "read files", with("path", path));
            case Wish.ListFiles(var folder) -> call("read", "look into folders", with("path", folder));
            case Wish.Write(var path, var content) ->
                call("write", "write files", with("path", path).put("content", content));
            case Wish.Append(var path, var content) ->
                call("append", "append to files", with("path", path).put("content", content));
            case Wish.Fetch(var url) -> call("web_fetch", "fetch web pages", with("url", url));
            case Wish.Search(var query) -> call("web_search", "search the web", with("query", query));
            case Wish.CreateTerminal(var folder) -> createTerminal(folder);
            case Wish.ListTerminals() -> call(LIST_TERMINALS, "list terminals", JsonNodeFactory.instance.objectNode());
            case Wish.ReadTerminal(var which) -> about(which, terminal, READ_TERMINAL, "read terminals");
            case Wish.CloseTerminal(var which) -> about(which, terminal, CLOSE_TERMINAL, "close terminals");
            case Wish.Remember() -> new Step.Say(Memory.of(earlier));
            case Wish.Help() -> new Step.Say(Help.with(this));
            case Wish.Greeting() -> new Step.Say("Hello! " + Help.with(this));
            case Wish.Incomplete(var hint) -> new Step.Say("Say it whole, like: " + hint);
            case Wish.Courtesy(), Wish.Unknown() ->
                throw new IllegalArgumentException("there is nothing to do for " + wish);
        };
    }

    boolean has(String tool) {
        for (ToolSpec spec : tools) {
            if (spec.name().equals(tool)) {
                return true;
            }
        }
        return false;
    }

    private Step run(String command, Place place, @Nullable String terminal) {
        return switch (place) {
            case Place.Here() -> exec(command, "");
            case Place.Folder(var folder) -> exec(in(folder, command), "");
            case Place.Terminal(var id) -> send(id, command);
            case Place.It() -> runInIt(command, terminal);
        };
    }

    private Step runInIt(String command, @Nullable String terminal) {
        if (has(SEND)) {
            return terminal == null ? new Step.Say(NO_TERMINAL) : send(terminal, command);
        }
        // The folder the terminal was wished for in is what "it" comes closest to.
        String folder = Terminals.folderWished(earlier);
        return exec(
                folder == null ? command : in(folder, command),
                "Terminals are not there yet, so I run it as a command of its own.");
    }

    private Step send(String terminal, String command) {
        return call(SEND, "type into terminals", with("session_id", terminal).put("data", command + "\r"));
    }

    private Step about(Place which, @Nullable String terminal, String tool, String doing) {
        String id = which instanceof Place.Terminal(var named) ? named : terminal;
        return id == null && has(tool) ? new Step.Say(NO_TERMINAL) : call(tool, doing, with("session_id", id));
    }

    private Step createTerminal(@Nullable String folder) {
        if (!has(CREATE_TERMINAL)) {
            return new Step.Say("Terminals are not there yet."
                    + (has(EXEC) ? " Commands can be run with \"run\", like: run ls -la" : ""));
        }
        ObjectNode arguments = JsonNodeFactory.instance.objectNode();
        return call(
                CREATE_TERMINAL, "create terminals", folder == null ? arguments : arguments.put("working_dir", folder));
    }

    private Step exec(String command, String note) {
        return has(EXEC) ? new Step.Call(EXEC, with("command", command), note) : missing(EXEC, "run commands");
    }

    private Step call(String tool, String doing, ObjectNode arguments) {
        return has(tool) ? new Step.Call(tool, arguments, "") : missing(tool, doing);
    }

    private static Step missing(String tool, String doing) {
        return new Step.Say("I cannot %s here: the tool \"%s\" is not there.".formatted(doing, tool));
    }

    private static String in(String folder, String command) {
        // If there is no such folder nothing may run, not even what follows a ";" in the command.
        return "cd -- " + quoted(folder) + " || exit 1; " + command;
    }

    private static String quoted(String path) {
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            if (!(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || "._/-".indexOf(c) >= 0)) {
                return "'" + path.replace("'", "'\\''") + "'";
            }
        }
        return path;
    }

    private static ObjectNode with(String name, @Nullable String value) {
        return JsonNodeFactory.instance.objectNode().put(name, value);
    }
}
