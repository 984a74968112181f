package dev.switchboard.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** What a person can get wrong in the file, and the exact sentence that answers it. */
class ConfigMistakesTest {
    @TempDir
    Path folder;

    record Row(String file, String... sentences) {}

    private static final String NOT_PLAIN =
            " is not plain words — use letters, digits and ._/=:@%+,- and at most a * at the end";

    static final List<Row> MISTAKES = List.of(
            // keys
            new Row("{ 'server': { 'prot': 1 } }", "server.prot: unknown key — did you mean \"port\"?"),
            new Row("{ 'sever': {} }", "sever: unknown key — did you mean \"server\"?"),
            new Row("{ 'speech': {} }", "speech: unknown key — known: server, channels, agents, mcp, search"),
            new Row(
                    "{ 'agents': { 'default': { 'api_key': 'x' } } }",
                    "agents.default.api_key: unknown key — did you mean \"apiKey\"?"),
            new Row(
                    channel("'config': { 'heartbeat_seconds': 5 }"),
                    "channels.desk.config.heartbeat_seconds: unknown key — did you mean \"heartbeatSeconds\"?"),
            new Row(
                    channel("'config': { 'maxMessageChars': 5, 'max_message_chars': 6 }"),
                    "channels.desk.config.max_message_chars: says the same as \"maxMessageChars\" — keep one of them"),
            new Row(
                    "{ 'channels': { 'board': { 'kind': 'terminal', 'mode': 'websocket' } } }",
                    "channels.board: this name is the gateway's own — choose another one"),
            new Row(
                    "{ 'channels': { 'web': { 'kind': 'terminal', 'mode': 'websocket' } } }",
                    "channels.web: this name is the gateway's own — choose another one"),
            // types
            new Row("{ 'server': [] }", "server: must be an object, not a list"),
            new Row("{ 'server': null }", "server: must be an object, not null"),
            new Row("{ 'server': { 'port': '18080' } }", "server.port: must be a whole number, not a text"),
            new Row("{ 'server': { 'port': 1.5 } }", "server.port: must be a whole number, not a fraction"),
            new Row("{ 'server': { 'port': 99999999999 } }", "server.port: must be a whole number, not a number"),
            new Row("{ 'server': { 'host': 7 } }", "server.host: must be a text, not a number"),
            new Row("{ 'server': { 'behindProxy': 'yes' } }", "server.behindProxy: must be true or false, not a text"),
            new Row("{ 'server': { 'hosts': 'a' } }", "server.hosts: must be a list, not a text"),
            new Row("{ 'server': { 'hosts': ['a', 1] } }", "server.hosts[1]: must be a text, not a number"),
            new Row("{ 'channels': { 'desk': true } }", "channels.desk: must be an object, not true or false"),
            new Row(
                    channel("'config': { 'token': '' }"),
                    "channels.desk.config.token: must not be empty — leave the key out instead"),
            // ranges
            new Row("{ 'server': { 'port': -1 } }", "server.port: must be between 0 and 65535, was -1"),
            new Row("{ 'server': { 'port': 65536 } }", "server.port: must be between 0 and 65535, was 65536"),
            new Row(
                    channel("'config': { 'heartbeatSeconds': 0 }"),
                    "channels.desk.config.heartbeatSeconds: must be between 1 and 3600, was 0"),
            new Row(
                    channel("'config': { 'max_message_chars': 200001 }"),
                    "channels.desk.config.maxMessageChars: must be between 1 and 200000, was 200001"),
            new Row(
                    "{ 'agents': { 'default': { 'contextTokens': 10 } } }",
                    "agents.default.contextTokens: must be between 1000 and 10000000, was 10"),
            new Row(
                    agent("'approvalTimeoutSeconds': 4, 'maxSteps': 1001, 'maxRunSeconds': 0, 'maxTokens': 0"),
                    "agents.default.approvalTimeoutSeconds: must be between 5 and 86400, was 4",
                    "agents.default.maxSteps: must be between 1 and 1000, was 1001",
                    "agents.default.maxRunSeconds: must be between 1 and 604800, was 0",
                    "agents.default.maxTokens: must be between 1 and 1000000000, was 0"),
            // money
            new Row(
                    agent("'budgetUsd': 0"),
                    "agents.default.budgetUsd: must be more than 0 and at most 1000000, was 0 — leave it out for no"
                            + " limit"),
            new Row(agent("'budgetUsd': '5'"), "agents.default.budgetUsd: must be a number, not a text"),
            new Row(
                    agent("'budgetPeriod': 'dya'"),
                    "agents.default.budgetPeriod: unknown period \"dya\" — did you mean \"day\"?"),
            new Row(
                    agent("'budgetPeriod': 'total'"),
                    "agents.default.budgetPeriod: unknown period \"total\" — known: hour, day, month"),
            new Row(
                    agent("'price': { 'inputPerMillion': -0.5, 'outputPerMillion': 1e999999999 }"),
                    "agents.default.price.inputPerMillion: must be between 0 and 100000, was -0.5",
                    "agents.default.price.outputPerMillion: must be between 0 and 100000, was 1E+999999999"),
            new Row(
                    agent("'price': { 'inputPerMilion': 1, 'outputPerMillion': 1 }"),
                    "agents.default.price.inputPerMillion: is missing",
                    "agents.default.price.inputPerMilion: unknown key — did you mean \"inputPerMillion\"?"),
            // what an agent may do
            new Row(
                    agent("'approval': 'always_asks'"),
                    "agents.default.approval: unknown approval mode \"always_asks\" — did you mean \"always_ask\"?"),
            new Row(
                    channel("'config': { 'approval': 'never' }"),
                    "channels.desk.config.approval: unknown approval mode \"never\" — known: always_ask, agent_decides,"
                            + " always_execute"),
            new Row(
                    agent("'allow': ['git status', 'rm -rf ~', 'ls * -l', '*', ' ', 'a;b', 'x $(y)', 'a\\tb', 'ls"
                            + " *', 'A=b ls']"),
                    "agents.default.allow[1]: \"rm -rf ~\"" + NOT_PLAIN,
                    "agents.default.allow[2]: \"ls * -l\" has a * that is not its last word",
                    "agents.default.allow[3]: \"*\" alone would allow every command — name one, or set approval to"
                            + " always_execute",
                    "agents.default.allow[4]: must not be empty — write a command, like \"git status\" or \"ls *\"",
                    "agents.default.allow[5]: \"a;b\"" + NOT_PLAIN,
                    "agents.default.allow[6]: \"x $(y)\"" + NOT_PLAIN,
                    "agents.default.allow[7]: \"a\tb\"" + NOT_PLAIN,
                    "agents.default.allow[9]: \"A=b ls\" begins by setting a variable, and such a command is always"
                            + " asked for — leave the rule out"),
            new Row(
                    agent("'tools': ['read', 'no spaces']"),
                    "agents.default.tools[1]: \"no spaces\" cannot be a tool's name — use letters, digits, \".\","
                            + " \"_\", \"/\" and \"-\", at most 128"),
            // servers of tools
            new Row(
                    server("{}"),
                    "mcp.servers.files: needs either command, to start a program, or url, to ask a server"),
            new Row(
                    server("{ 'command': ['x'], 'url': 'https://mcp.example' }"),
                    "mcp.servers.files: needs either command, to start a program, or url, to ask a server"),
            new Row(
                    server("{ 'command': [] }"),
                    "mcp.servers.files.command: must name a program — write it like [\"npx\", \"-y\","
                            + " \"some-server\"]"),
            new Row(
                    server("{ 'url': 'https://mcp.example?key=1' }"),
                    "mcp.servers.files.url: \"https://mcp.example?key=1\" is not a plain web address — write it like"
                            + " https://mcp.example/mcp, keys go into headers"),
            new Row(
                    server("{ 'url': 'https://mcp.example', 'env': { 'A': 'b' } }"),
                    "mcp.servers.files.env: is for a program — a server at a url is told by headers"),
            new Row(
                    server("{ 'command': ['x'], 'headers': { 'A': 'b' }, 'timeoutSeconds': 0 }"),
                    "mcp.servers.files.headers: are for a url — a program is told by env",
                    "mcp.servers.files.timeoutSeconds: must be between 1 and 3600, was 0"),
            new Row(
                    server("{ 'command': ['x'], 'env': { 'A-B': 'b' } }"),
                    "mcp.servers.files.env.A-B: cannot be a variable's name — use letters, digits and \"_\""),
            new Row(
                    server("{ 'url': 'https://mcp.example', 'headers': { 'A B': 'c', 'D': 'e\\nf' } }"),
                    "mcp.servers.files.headers.A B: cannot be a header's name — use letters, digits and \"-\"",
                    "mcp.servers.files.headers.D: has a character that no header has — was it copied whole?"),
            new Row(
                    server("{ 'command': ['x'], 'effects': { 'drop': 'wirte' } }"),
                    "mcp.servers.files.effects.drop: unknown effect \"wirte\" — did you mean \"write\"?"),
            new Row(
                    server("{ 'comand': ['x'] }"),
                    "mcp.servers.files.comand: unknown key — did you mean \"command\"?",
                    "mcp.servers.files: needs either command, to start a program, or url, to ask a server"),
            new Row(
                    "{ 'mcp': { 'servers': { 'a b': { 'command': ['x'] } } } }",
                    "mcp.servers.a b: a server's name is told to the model — use letters, digits, \".\", \"_\" and"
                            + " \"-\", at most 64"),
            // who searches
            new Row("{ 'search': {} }", "search.engine: is missing — one of: searxng, brave, tavily"),
            new Row(
                    "{ 'search': { 'engine': 'searx' } }",
                    "search.engine: unknown engine \"searx\" — known: searxng, brave, tavily"),
            new Row(
                    "{ 'search': { 'engine': 'searxng' } }",
                    "search.baseUrl: is missing — searxng is asked where you run it"),
            new Row(
                    "{ 'search': { 'engine': 'brave', 'baseUrl': 'x' } }",
                    "search.baseUrl: \"x\" is not a web address — write it like http://127.0.0.1:8888",
                    "search.apiKey: is missing — brave answers nobody without"),
            // kinds and modes
            new Row(
                    "{ 'channels': { 'desk': { 'kind': 'terminl', 'mode': 'websocket' } } }",
                    "channels.desk.kind: unknown kind \"terminl\" — did you mean \"terminal\"?"),
            new Row(
                    "{ 'channels': { 'desk': { 'kind': 'telegram', 'mode': 'websocket' } } }",
                    "channels.desk.kind: unknown kind \"telegram\" — known: terminal, webhook"),
            new Row(
                    "{ 'channels': { 'desk': { 'kind': 'terminal', 'mode': 'websockets' } } }",
                    "channels.desk.mode: unknown mode \"websockets\" — did you mean \"websocket\"?"),
            new Row(
                    "{ 'channels': { 'desk': { 'kind': 'webhook', 'mode': 'websocket' } } }",
                    "channels.desk.mode: a webhook channel cannot be \"websocket\" — write \"sync\""),
            new Row(
                    "{ 'channels': { 'desk': {} } }",
                    "channels.desk.kind: is missing — one of: terminal, webhook",
                    "channels.desk.mode: is missing — one of: websocket, sync"),
            // names
            new Row(
                    channel("'agent': 'defualt'"),
                    "channels.desk.agent: there is no agent \"defualt\" — did you mean \"default\"?"),
            new Row(
                    "{ 'agents': { 'main': {} } }",
                    "channels.terminal-dev.agent: there is no agent \"default\" — known: main"),
            new Row(
                    channel("'accountId': 'a:b'"),
                    "channels.desk.accountId: \"a:b\" cannot be part of a session id — use letters, digits, \".\","
                            + " \"_\" and \"-\", at most 64"),
            new Row(
                    "{ 'channels': { 'a/b': { 'kind': 'terminal', 'mode': 'websocket' } } }",
                    "channels.a/b: a channel's id is part of its address — use letters, digits, \".\", \"_\" and \"-\","
                            + " at most 64"),
            new Row(
                    "{ 'agents': { 'default': { 'model': 'opnai/gpt-5-mini' } } }",
                    "agents.default.model: unknown provider \"opnai\" — did you mean \"openai\"?"),
            new Row(
                    "{ 'agents': { 'default': { 'model': 'gpt-5-mini' } } }",
                    "agents.default.model: \"gpt-5-mini\" is not a model — write provider/name, like openai/gpt-5-mini,"
                            + " or offline"),
            // addresses
            new Row(
                    "{ 'server': { 'publicUrl': 'ftp://a.example' } }",
                    "server.publicUrl: \"ftp://a.example\" is not a web address — write it like"
                            + " https://gateway.example"),
            new Row(
                    "{ 'server': { 'publicUrl': 'gateway.example' } }",
                    "server.publicUrl: \"gateway.example\" is not a web address — write it like"
                            + " https://gateway.example"),
            new Row(
                    "{ 'server': { 'publicUrl': 'https://' } }",
                    "server.publicUrl: cannot read \"https://\" — write it without spaces or odd characters"),
            new Row(
                    "{ 'agents': { 'default': { 'baseUrl': 'localhost:11434' } } }",
                    "agents.default.baseUrl: \"localhost:11434\" is not a web address — write it like"
                            + " http://127.0.0.1:11434"),
            new Row(
                    "{ 'server': { 'hosts': ['https://a.example'] } }",
                    "server.hosts[0]: \"https://a.example\" is not a host name — write name or name:port,"
                            + " like gateway.example"),
            new Row(
                    "{ 'server': { 'hosts': ['gateway.lan:18080', 'fe80::1', '[fe80::1]:80', 'a:99999'] } }",
                    "server.hosts[3]: \"a:99999\" is not a host name — write name or name:port, like gateway.example"),
            new Row(
                    "{ 'server': { 'publicUrl': 'HTTPS://a.example:99999' } }",
                    "server.publicUrl: \"HTTPS://a.example:99999\" is not a web address — write it like"
                            + " https://gateway.example"),
            new Row(
                    "{ 'server': { 'allowedOrigins': ['ftp://a.example', 'HTTPS://a.example',"
                            + " 'https://a.example:99999', '*', 'https://a.example:8443'] } }",
                    "server.allowedOrigins[0]: \"ftp://a.example\" is not an origin — write scheme, host and port"
                            + " alone, like https://app.example:8443",
                    "server.allowedOrigins[1]: \"HTTPS://a.example\" is not an origin — write scheme, host and port"
                            + " alone, like https://app.example:8443",
                    "server.allowedOrigins[2]: \"https://a.example:99999\" is not an origin — write scheme, host and"
                            + " port alone, like https://app.example:8443",
                    "server.allowedOrigins[3]: \"*\" is not an origin — write scheme, host and port alone, like"
                            + " https://app.example:8443"),
            new Row(
                    "{ 'server': { 'allowedOrigins': ['https://a.example/'] } }",
                    "server.allowedOrigins[0]: \"https://a.example/\" is not an origin — write scheme, host and port"
                            + " alone, like https://app.example:8443"),
            new Row(
                    "{ 'server': { 'host': '0.0.0.0' } }",
                    "server.host: \"0.0.0.0\" can be reached from other machines and tokens would cross the network in"
                            + " the clear — set server.tls, or server.behindProxy if a proxy in front does the"
                            + " encryption, or use 127.0.0.1"),
            new Row("{ 'server': { 'tls': { 'key': '/none' } } }", "server.tls.cert: is missing"),
            new Row(
                    "{ 'server': { 'tls': { 'cert': '/none/c.pem', 'key': '/none/k.pem' } } }",
                    "server.tls.cert: cannot read /none/c.pem — name a PEM file that exists and that this user may"
                            + " read",
                    "server.tls.key: cannot read /none/k.pem — name a PEM file that exists and that this user may"
                            + " read"),
            // the environment
            new Row(
                    channel("'config': { 'token': '${DEVICE_TOKEN}' }"),
                    "channels.desk.config.token: the environment variable DEVICE_TOKEN is not set — set it before the"
                            + " start"),
            new Row(
                    "{ 'server': { 'hosts': ['a', '${B}'] } }",
                    "server.hosts[1]: the environment variable B is not set — set it before the start"),
            new Row(
                    channel("'config': { 'token': '${DEVICE TOKEN}' }"),
                    "channels.desk.config.token: \"${DEVICE TOKEN}\" is not ${NAME} — correct it, or write $${ for the"
                            + " characters"),
            new Row(
                    channel("'config': { 'token': '${EMPTY}' }"),
                    "channels.desk.config.token: must not be empty — leave the key out instead"),
            // a value from the environment is not repeated, whatever is wrong with it
            new Row(
                    "{ 'server': { 'publicUrl': '${SECRET}' } }",
                    "server.publicUrl: \"********\" is not a web address — write it like https://gateway.example"),
            // several at once
            new Row(
                    "{ 'server': { 'port': 'x', 'publicUrl': 'ftp://a.example' }, 'chanels': {},"
                            + " 'agents': { 'default': { 'model': 'x' } } }",
                    "server.port: must be a whole number, not a text",
                    "server.publicUrl: \"ftp://a.example\" is not a web address — write it like"
                            + " https://gateway.example",
                    "agents.default.model: \"x\" is not a model — write provider/name, like openai/gpt-5-mini, or"
                            + " offline",
                    "chanels: unknown key — did you mean \"channels\"?"));

    @ParameterizedTest
    @FieldSource("MISTAKES")
    void a_mistake_is_answered_with_its_place_and_what_to_do(Row row) {
        assertThat(mistakesIn(row.file.replace('\'', '"'))).containsExactly(row.sentences);
    }

    static final List<Row> NOT_JSON = List.of(
            new Row(
                    "{ \"server\": { \"port\": } }",
                    "line 1, column 23 is not JSON (Unexpected character ('}' (code 125)): expected a value) — correct"
                            + " it there or just before"),
            new Row(
                    "{ \"server\": {}, \"server\": {} }",
                    "line 1, column 25 is not JSON (Duplicate Object property \"server\") — correct it there or just"
                            + " before"),
            new Row("[]", "must hold one JSON object, like { \"server\": { \"port\": 18080 } }"),
            new Row("", "must hold one JSON object, like { \"server\": { \"port\": 18080 } }"));

    @ParameterizedTest
    @FieldSource("NOT_JSON")
    void a_file_that_is_not_json_is_answered_with_line_and_column(Row row) {
        assertThat(mistakesIn(row.file)).containsExactly(row.sentences);
    }

    @Test
    void one_mistake_is_one_line_that_names_the_file() {
        Path file = write("{ \"server\": { \"prot\": 1 } }");

        assertThat(refusal(file))
                .hasMessage(file + ": server.prot: unknown key — did you mean \"port\"?")
                .message()
                .hasLineCount(1);
    }

    @Test
    void several_mistakes_are_reported_together_one_a_line() {
        Path file = write("{ \"server\": { \"prot\": 1 }, \"agents\": 7 }");

        assertThat(refusal(file)).hasMessage("""
            %s: 2 mistakes
              server.prot: unknown key — did you mean "port"?
              agents: must be an object, not a number\
            """.formatted(file));
    }

    @Test
    void a_config_option_that_points_nowhere_is_an_error() {
        Path file = folder.resolve("nowhere.json");

        assertThat(refusal(file)).hasMessage(file + ": there is no such file — check the path after --config");
    }

    private static String channel(String settings) {
        return "{ 'channels': { 'desk': { 'kind': 'terminal', 'mode': 'websocket', " + settings + " } } }";
    }

    private static String agent(String settings) {
        return "{ 'agents': { 'default': { " + settings + " } } }";
    }

    private static String server(String settings) {
        return "{ 'mcp': { 'servers': { 'files': " + settings + " } } }";
    }

    private List<String> mistakesIn(String text) {
        return refusal(write(text)).mistakes().stream().map(Mistake::toString).toList();
    }

    private InvalidConfigException refusal(Path file) {
        var loader = new ConfigLoader(Map.of("EMPTY", "", "SECRET", "hunter2"));
        var refusal =
                catchThrowableOfType(InvalidConfigException.class, () -> loader.load(file, folder, Overrides.NONE));
        assertThat(refusal).as("a refusal").isNotNull();
        return refusal;
    }

    private Path write(String text) {
        try {
            return Files.writeString(folder.resolve("config.json"), text);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
