package dev.switchboard.core.model.offline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.model.ModelListener;
import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.model.ModelRequest;
import dev.switchboard.core.model.ToolSpec;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.JsonNodeFactory;

class OfflineModelTest {
    @Test
    void saysThatItIsNoModelAndRepeatsWhatItHeard() {
        assertThat(answer("你好")).contains("\"你好\"").contains("No language model is connected");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "What did I say?",
                "what did i say",
                "tell me what I said before",
                "Please, what have I told you?"
            })
    void remembersWhatWasSaid(String question) {
        assertThat(answer("buy milk", "call mum", question)).isEqualTo("You said:\n- buy milk\n- call mum");
    }

    @Test
    void hasNothingToRememberAtFirst() {
        assertThat(answer("what did I say")).contains("not said anything");
    }

    @Test
    void remembersTheLastTenThings() {
        var said = new ArrayList<String>();
        for (int i = 1; i <= 12; i++) {
            said.add("thing " + i);
        }
        said.add("what did I say");

        assertThat(answer(said.toArray(String[]::new)))
                .startsWith("The last 10 things you said:\n- thing 3\n")
                .endsWith("\n- thing 12");
    }

    @Test
    void helpTellsHowToConnectAModel() {
        assertThat(answer("Help!")).contains("ANTHROPIC_API_KEY").contains("Ollama");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"hello", "Hi!", "hey", "Hello there.", "hi, Switchboard", "Good morning", "Hallo!", "bonjour"})
    void aGreetingIsAnsweredWithWhatItCanDoAndThatItIsNoModel(String greeting) {
        assertThat(Talk.ordinary().say(greeting).words())
                .startsWith("Hello! I am the offline agent, not a language model. I understand:")
                .contains("\"run ls -la\"", "\"read notes.txt\"", "To connect a model");
        assertThat(answer(greeting)).doesNotContain("notes.txt");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Can you help me?",
                "what do you understand",
                "Who are you?",
                "hello, what can you do?",
                "Hi. How does this work?"
            })
    void whoAsksWhatItIsIsToldWhatItCanDo(String question) {
        assertThat(Talk.ordinary().say(question).words())
                .startsWith("I am the offline agent, not a language model. I understand:");
    }

    @ParameterizedTest
    @ValueSource(strings = {"help", "?", "/help", "What can you do for me?", "please help"})
    void helpTellsOfTheToolsThatAreThereAndOfNoOthers(String question) {
        assertThat(Talk.with("read").say(question).words())
                .contains("\"read notes.txt\"")
                .doesNotContain("\"run ")
                .doesNotContain("terminal");
        assertThat(Talk.withTerminals().say(question).words())
                .contains("\"run ls -la\"")
                .contains("\"create a terminal in folder my-project\"")
                .contains("\"run npm install in it\"");
        assertThat(answer(question)).doesNotContain("notes.txt");
    }

    @Test
    void theListenerHearsTheWholeAnswer() {
        var heard = new StringBuilder();
        var reply = new OfflineModel()
                .answer(
                        new ModelRequest(null, List.of(new ModelMessage.User("hello")), List.of(), null),
                        new ModelListener() {
                            @Override
                            public void text(String delta) {
                                heard.append(delta);
                            }
                        });
        assertThat(heard.toString()).isEqualTo(reply.text());
    }

    @Test
    void theListenerHearsACallToo() {
        var heard = new StringBuilder();
        var exec = new ToolSpec("exec", "", JsonNodeFactory.instance.objectNode());
        new OfflineModel()
                .answer(
                        new ModelRequest(null, List.of(new ModelMessage.User("run ls")), List.of(exec), null),
                        new ModelListener() {
                            @Override
                            public void toolCall(int index, String id, String name, String argumentsDelta) {
                                heard.append(index)
                                        .append(' ')
                                        .append(name)
                                        .append(' ')
                                        .append(argumentsDelta);
                            }
                        });
        assertThat(heard.toString()).isEqualTo("0 exec {\"command\":\"ls\"}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            quoteCharacter = '\0',
            value = {
                "run ls -la → ls -la",
                "Run ls -la. → ls -la",
                "please run ls -la → ls -la",
                "Can you please run ls -la? → ls -la",
                "could you now execute ls -la, please! → ls -la",
                "EXECUTE ls -la → ls -la",
                "exec ls -la for me → ls -la",
                "Hey, run `ls -la` → ls -la",
                "run \"ls -la\" → ls -la",
                "run 'ls -la'. → ls -la",
                "run: ls -la → ls -la",
                "run the command `ls -la`, thank you → ls -la",
                "run ls . → ls .",
                "run cd .. → cd ..",
                "run find . -name x.txt → find . -name x.txt",
                "run \"my program\" --loud → \"my program\" --loud",
                "run grep me in notes.txt → grep me in notes.txt",
                "run sleep 1; cat notes.txt → sleep 1; cat notes.txt",
                "run if true; then cat notes.txt; fi → if true; then cat notes.txt; fi",
                "run `echo a. Then read b.txt` → echo a. Then read b.txt",
                "run make in folder my-project → cd -- my-project || exit 1; make",
                "run `make all` in workspace \"my project\" → cd -- 'my project' || exit 1; make all",
                "run make in the folder a'b → cd -- 'a'\\''b' || exit 1; make",
                "ls -la → ls -la",
            })
    void runsACommand(String sentence, String command) {
        assertThat(Talk.ordinary().say(sentence).command()).isEqualTo(command);
    }

    @Test
    void runsTheTestsOfWhateverBuildIsThere() {
        assertThat(Talk.ordinary().say("Run the tests.").onlyCall().arguments())
                .contains("./gradlew test")
                .contains("./mvnw -q test")
                .contains("npm test")
                .contains("python3 -m pytest")
                .contains("make test");
        assertThat(Talk.ordinary().say("run all tests in folder app").onlyCall().arguments())
                .startsWith("{\"command\":\"cd -- app || exit 1; if [ -x ./gradlew ]");
    }

    @Test
    void aBlockOfLinesIsOneCommand() {
        Talk.ordinary()
                .say("run this command:\n```sh\ncd src\nls\n```")
                .expectCall("exec", "{'command':'cd src\\nls'}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "read notes.txt | notes.txt",
                "Read the file notes.txt, please. | notes.txt",
                "show me notes.txt | notes.txt",
                "show src/Main.java | src/Main.java",
                "cat README | README",
                "open \"my notes.txt\" | my notes.txt",
                "What's in notes.txt? | notes.txt",
                "read `notes.txt` | notes.txt",
                "list files | .",
                "List the files! | .",
                "ls | .",
                "ls src | src",
                "what files are there? | .",
                "Which files are there in src? | src",
                "list files in folder src/main | src/main",
                "please list all files in the workspace | .",
            })
    void readsAFileOrAFolder(String sentence, String path) {
        Talk.ordinary().say(sentence).expectCall("read", "{'path':'" + path + "'}");
    }

    @Test
    void writesAndAppendsWhatFollowsTheColon() {
        Talk.ordinary()
                .say("write notes.txt: hello world")
                .expectCall("write", "{'path':'notes.txt','content':'hello world\\n'}");
        Talk.ordinary()
                .say("Please write to the file \"my notes.txt\": one. Then run ls\nread two")
                .expectCall("write", "{'path':'my notes.txt','content':'one. Then run ls\\nread two\\n'}");
        Talk.ordinary()
                .say("append to notes.txt: time: 12:30")
                .expectCall("append", "{'path':'notes.txt','content':'time: 12:30\\n'}");
        Talk.ordinary()
                .say("write run.sh:\n```sh\n#!/bin/sh\nls\n```")
                .expectCall("write", "{'path':'run.sh','content':'#!/bin/sh\\nls\\n'}");
    }

    @Test
    void fetchesAndSearches() {
        Talk.ordinary()
                .say("fetch https://example.org/a?b=c.")
                .expectCall("web_fetch", "{'url':'https://example.org/a?b=c'}");
        Talk.ordinary().say("Fetch example.org").expectCall("web_fetch", "{'url':'https://example.org'}");
        Talk.ordinary().say("open http://example.org").expectCall("web_fetch", "{'url':'http://example.org'}");
        Talk.ordinary()
                .say("Could you search for cats and dogs?")
                .expectCall("web_search", "{'query':'cats and dogs'}");
        Talk.ordinary().say("search the web for \"cats\"").expectCall("web_search", "{'query':'cats'}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"run | run ls -la", "read | read notes.txt", "search for | search for weather in Oslo"})
    void aVerbAloneIsAnsweredWithHowItIsMeant(String sentence, String hint) {
        Talk.ordinary().say(sentence).expectWords("Say it whole, like: " + hint);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "running late today",
                "read me a story about a fox",
                "show me the way",
                "make me a sandwich",
                "open sesame",
                "write a poem about run time",
                "I will run ls tomorrow",
                "get well soon",
                "thanks!",
                "hello world, how is the weather",
                "help me write a poem",
                "highway to hell",
                ""
            })
    void whatOnlySoundsLikeAWishIsLeftAlone(String sentence) {
        assertThat(Talk.ordinary().say(sentence).words()).startsWith("I heard you: ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "run ls | exec",
                "read a.txt | read",
                "list files | read",
                "write a.txt: b | write",
                "append to a.txt: b | append",
                "fetch https://example.org | web_fetch",
                "search for cats | web_search",
                "run ls in terminal session-1 | sendToTerminal",
            })
    void aToolThatIsNotThereIsNotCalled(String sentence, String tool) {
        assertThat(Talk.with("other").say(sentence).words())
                .startsWith("I cannot ")
                .endsWith(" here: the tool \"" + tool + "\" is not there.");
    }

    @Test
    void tellsWhatACommandPrinted() {
        Talk.ordinary()
                .say("run echo hi")
                .result("{'ok':true,'exitCode':0,'stdout':'hi\\n','truncated':false}")
                .expectWords("hi");
        Talk.ordinary()
                .say("run true")
                .result("{'ok':true,'exitCode':0,'stdout':'','truncated':false}")
                .expectWords("The command ran and printed nothing.");
        Talk.ordinary()
                .say("run make")
                .result("{'ok':false,'exitCode':1,'stdout':'','error':'the command ended with exit code 1'}")
                .expectWords("the command ended with exit code 1");
        Talk.ordinary()
                .say("run make")
                .result("{'ok':false,'exitCode':2,'stdout':'no rule\\n','truncated':true,'error':'it took too long'}")
                .expectWords("no rule\n(There is more; this is where it was cut.)\nit took too long\n"
                        + "The command ended with exit code 2.");
    }

    @Test
    void tellsWhatBecameOfAFile() {
        Talk.ordinary()
                .say("read notes.txt")
                .result("{'ok':true,'file':{'path':'notes.txt','viewerPath':'notes.txt'},'text':'a\\nb\\n','bytes':4,"
                        + "'truncated':false}")
                .expectWords("a\nb");
        Talk.ordinary()
                .say("read notes.txt")
                .result("{'ok':true,'file':{'path':'notes.txt'},'text':'','bytes':0,'truncated':false}")
                .expectWords("notes.txt is empty.");
        Talk.ordinary()
                .say("write notes.txt: hello world")
                .result("{'ok':true,'file':{'path':'notes.txt'},'area':{'startLine':1,'endLine':1},'bytes':12}")
                .expectWords("Wrote 12 bytes to notes.txt");
        Talk.ordinary()
                .say("append to notes.txt: x")
                .result("{'ok':true,'file':{'path':'notes.txt'},'bytes':2}")
                .expectWords("Appended to notes.txt");
        Talk.ordinary()
                .say("search for cats")
                .result("{'ok':true,'text':'Cats are animals','truncated':false}")
                .expectWords("Cats are animals");
    }

    @Test
    void tellsWhySomethingWasRefused() {
        Talk.ordinary()
                .say("run rm -rf build")
                .result("{'ok':false,'error':'denied: not on my machine'}")
                .expectWords("That did not work: denied: not on my machine");
        Talk.ordinary()
                .say("run ls")
                .result("{'ok':false}")
                .expectWords("That did not work: the tool did not say why.");
    }

    @Test
    void whatMayHaveBeenDoneIsNotSaidToBeUndone() {
        for (var words : List.of(
                "Outcome unknown: the gateway went down while this ran. It may have been done.",
                "It was done, but its result could not be kept.",
                "Not done: the person refused it.")) {
            Talk.ordinary()
                    .say("run make")
                    .result("{'ok':false,'error':'%s'}".formatted(words))
                    .expectWords(words);
        }
    }

    @Test
    void aResultOfAnyOtherShapeIsShownAsItIs() {
        Talk.ordinary().say("run ls").result("just text").expectWords("just text");
        Talk.ordinary().say("run ls").result("{'ok':true,'raw':{'a':1}}").expectWords("{\"a\":1}");
        Talk.ordinary().say("run ls").result("{'ok':true}").expectWords("Done.");
        Talk.ordinary().say("run ls").result("[1,2]").expectWords("[1,2]");
    }

    @Test
    void aLongResultIsCutWithoutBreakingACharacter() {
        String words = Talk.ordinary()
                .say("read a.txt")
                .result("{'ok':true,'text':'x" + "😀".repeat(20_000) + "'}")
                .words();

        assertThat(words).hasSizeLessThan(16_100).endsWith("😀\n(There is more; this is where it was cut.)");
    }

    @Test
    void severalThingsAreDoneOneAfterTheOther() {
        Talk.ordinary().say("Hello! Write a.txt: x").expectCall("write", "{'path':'a.txt','content':'x\\n'}");
        Talk.ordinary()
                .say("Please run ls. Then read notes.txt, then search for cats")
                .expectCall("exec", "{'command':'ls'}")
                .result("{'ok':true,'exitCode':0,'stdout':'notes.txt'}")
                .expectCall("read", "{'path':'notes.txt'}")
                .result("{'ok':true,'text':'buy milk'}")
                .expectCall("web_search", "{'query':'cats'}")
                .result("{'ok':true,'text':'cats'}")
                .expectWords("notes.txt\n\nbuy milk\n\ncats");
        Talk.ordinary()
                .say("run pwd\n\n  run ls and then what did I say")
                .expectCall("exec", "{'command':'pwd'}")
                .result("{'ok':true,'exitCode':0,'stdout':'/w'}")
                .expectCall("exec", "{'command':'ls'}")
                .result("{'ok':true,'exitCode':0,'stdout':'a'}")
                .expectWords("/w\n\na\n\nYou have not said anything before this in our conversation.");
    }

    @Test
    void afterAFailureTheRestIsNotDone() {
        Talk.ordinary()
                .say("run make. Then run ./deploy")
                .result("{'ok':true,'exitCode':1,'stdout':'broken'}")
                .expectWords("broken\nThe command ended with exit code 1.\n\nI did not go on with the rest.");
    }

    @Test
    void nothingIsDoneWhenAPartIsNotUnderstood() {
        assertThat(Talk.ordinary().say("Be careful with this one. Run ls").words())
                .startsWith("I did nothing, because I did not understand this part: \"Be careful with this one.\"");
    }

    @Test
    void moreThanTenThingsAtOnceAreNotDone() {
        assertThat(Talk.ordinary().say("run ls\n".repeat(11)).words())
                .startsWith("That is more than 10 things at once");
        Talk.ordinary().say("run ls\n".repeat(10)).expectCall("exec", "{'command':'ls'}");
    }

    @Test
    void callIdsDoNotRepeatInAConversation() {
        var talk = Talk.ordinary().say("run a. Then run b");
        String first = talk.onlyCall().id();
        String second =
                talk.result("{'ok':true,'exitCode':0,'stdout':''}").onlyCall().id();
        talk.result("{'ok':true,'exitCode':0,'stdout':''}");
        String third = talk.say("run c").onlyCall().id();
        String fourth =
                talk.result("{'ok':true}").forgetTools().say("run d").onlyCall().id();

        assertThat(List.of(first, second, third))
                .doesNotHaveDuplicates()
                .allMatch(id -> id.startsWith("call_offline_"));
        assertThat(fourth).isNotEqualTo(first);
    }

    @Test
    void createsATerminalAndRunsInIt() {
        Talk.withTerminals()
                .say("Create a new terminal in workspace my-project")
                .expectCall("createTerminal", "{'working_dir':'my-project'}")
                .result("{'ok':true,'summary':'created','raw':{'session_id':'session-123'}}")
                .expectWords("Terminal created: session-123")
                .say("Now run npm install in it")
                .expectCall("sendToTerminal", "{'session_id':'session-123','data':'npm install\\r'}")
                .result("{'ok':true,'summary':'Running npm install in session-123'}")
                .expectWords("Running npm install in session-123")
                .say("create another terminal")
                .expectCall("createTerminal", "{}")
                .result("{'ok':true,'summary':'created','raw':{'session_id':'session-456'}}")
                .say("run `ls` in that terminal")
                .expectCall("sendToTerminal", "{'session_id':'session-456','data':'ls\\r'}")
                .result("{'ok':true,'summary':'sent'}")
                .say("run ls in terminal session-123")
                .expectCall("sendToTerminal", "{'session_id':'session-123','data':'ls\\r'}");
    }

    @Test
    void knowsTheTerminalWithinOneMessageAndFromItsOwnWords() {
        Talk.withTerminals()
                .say("Open a terminal in folder src. Then run make in it")
                .expectCall("createTerminal", "{'working_dir':'src'}")
                .result("{'ok':true,'summary':'','raw':{'session_id':'session-7'}}")
                .expectCall("sendToTerminal", "{'session_id':'session-7','data':'make\\r'}")
                .result("{'ok':true,'summary':'sent'}")
                .expectWords("Terminal created: session-7\n\nsent")
                .forgetTools()
                .say("run ls in it")
                .expectCall("sendToTerminal", "{'session_id':'session-7','data':'ls\\r'}");
    }

    @Test
    void tellsWhatATerminalShows() {
        Talk.withTerminals()
                .say("create a terminal")
                .result("{'ok':true,'summary':'','raw':{'session_id':'session-7'}}")
                .say("run ls in it")
                .result("{'ok':true,'summary':'shown','raw':{'output':'ls\\na b\\n$ ','truncated':false,'next':9}}")
                .expectWords("ls\na b\n$")
                .say("Read the terminal.")
                .expectCall("readTerminal", "{'session_id':'session-7'}")
                .result("{'ok':true,'summary':'shown','raw':{'output':'','truncated':false,'next':9}}")
                .expectWords("The terminal has shown nothing new.")
                .say("run exit in it")
                .result("{'ok':true,'summary':'','raw':{'output':'exit\\n','exit_code':3}}")
                .expectWords("exit\nThe terminal has ended with exit code 3.")
                .say("show me terminal session-9")
                .expectCall("readTerminal", "{'session_id':'session-9'}");
    }

    @Test
    void listsAndClosesTerminals() {
        Talk.withTerminals()
                .say("What terminals are there?")
                .expectCall("listTerminals", "{}")
                .result("{'ok':true,'summary':'There are no terminals','raw':{'sessions':[]}}")
                .expectWords("There are no terminals")
                .say("close it")
                .expectWords("There is no terminal in our conversation yet. Say \"create a terminal\" first.")
                .say("close terminal session-3, then list terminals")
                .expectCall("closeTerminal", "{'session_id':'session-3'}")
                .result("{'ok':true,'summary':'Closed session-3','raw':{'session_id':'session-3'}}")
                .expectCall("listTerminals", "{}");
        Talk.ordinary().say("read it").expectCall("read", "{'path':'it'}");
        Talk.ordinary()
                .say("close terminal session-3")
                .expectWords("I cannot close terminals here: the tool \"closeTerminal\" is not there.");
    }

    @Test
    void aTerminalThatCouldNotBeMadeIsNotIt() {
        Talk.withTerminals()
                .say("create a terminal")
                .result("{'ok':false,'summary':'too many','raw':{'session_id':'session-9'}}")
                .expectWords("That did not work: too many")
                .say("run ls in it")
                .expectWords("There is no terminal in our conversation yet. Say \"create a terminal\" first.");
    }

    @Test
    void withoutTerminalsACommandIsRunInTheFolderOneWasWishedFor() {
        var talk = Talk.ordinary()
                .say("Create a new terminal in workspace my-project")
                .expectWords("Terminals are not there yet. Commands can be run with \"run\", like: run ls -la")
                .say("Now run npm install in it")
                .expectCall("exec", "{'command':'cd -- my-project || exit 1; npm install'}");

        assertThat(talk.note()).isEqualTo("Terminals are not there yet, so I run it as a command of its own.");
        Talk.ordinary().say("run npm install in it").expectCall("exec", "{'command':'npm install'}");
        Talk.with("read").say("create a terminal").expectWords("Terminals are not there yet.");
    }

    @Test
    void resultsOfSomeoneElsesCallsAreToldToo() {
        var exec = new ToolSpec("exec", "", JsonNodeFactory.instance.objectNode());
        List<ModelMessage> messages = List.of(
                new ModelMessage.User("what is the weather?"),
                new ModelMessage.ToolResult("call_1", "exec", "{\"ok\":true,\"exitCode\":0,\"stdout\":\"rain\"}"));

        ModelReply reply =
                new OfflineModel().answer(new ModelRequest(null, messages, List.of(exec), null), ModelListener.NONE);

        assertThat(reply.text()).isEqualTo("rain");
    }

    private static String answer(String... said) {
        var messages = new ArrayList<ModelMessage>();
        for (int i = 0; i < said.length; i++) {
            if (i > 0) {
                messages.add(ModelMessage.Assistant.text("ok"));
            }
            messages.add(new ModelMessage.User(said[i]));
        }
        return new OfflineModel()
                .answer(new ModelRequest(null, messages, List.of(), null), ModelListener.NONE)
                .text();
    }
}
