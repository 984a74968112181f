package dev.switchboard.core.model.offline;

/** What the offline agent can do with the tools it has. */
final class Help {
    private static final String HOW_TO_CONNECT = """

        To connect a model, do one of these and start the gateway again:
        - set ANTHROPIC_API_KEY or OPENAI_API_KEY (OPENAI_BASE_URL for anything that speaks its protocol)
        - start Ollama on this machine
        - name one in the configuration: "agents": {"default": {"model": "openai/gpt-5-mini", "apiKey": "${MY_KEY}"}}\
        """;

    private Help() {}

    static String with(Planner tools) {
        var help = new StringBuilder("I am the offline agent, not a language model. I understand:\n");
        line(help, tools, "exec", "\"run ls -la\", \"run make in folder my-project\", \"run the tests\": a command");
        line(help, tools, "read", "\"read notes.txt\", \"list files in src\": what is there");
        line(help, tools, "write", "\"write notes.txt: buy milk\": a file, anew");
        line(help, tools, "append", "\"append to notes.txt: and bread\": a file, continued");
        line(help, tools, "web_fetch", "\"fetch https://example.org\": a web page");
        line(help, tools, "web_search", "\"search for weather in Oslo\": the web");
        line(help, tools, Planner.CREATE_TERMINAL, "\"create a terminal in folder my-project\": a terminal that stays");
        line(help, tools, Planner.SEND, "\"run npm install in it\": typed into the terminal made last");
        line(help, tools, Planner.READ_TERMINAL, "\"read the terminal\", \"list terminals\": what they show");
        line(help, tools, Planner.CLOSE_TERMINAL, "\"close the terminal\": ended, with all that runs in it");
        help.append("- \"what did I say\": what you told me in this conversation\n");
        help.append("- \"help\": this text\n");
        if (tools.has("exec") || tools.has("read")) {
            help.append("Several at once: one a line, or joined by \"then\". Backticks hold a command together.\n");
        }
        return help.append(HOW_TO_CONNECT).toString();
    }

    private static void line(StringBuilder help, Planner tools, String tool, String line) {
        if (tools.has(tool)) {
            help.append("- ").append(line).append('\n');
        }
    }
}
