package dev.switchboard.cli.task;

import dev.switchboard.cli.remote.PlainWords;
import dev.switchboard.cli.remote.RemoteOptions;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What {@code task} was asked for, as it was written; {@link TaskSetup} makes sense of it. */
public final class TaskOptions {
    @Parameters(arity = "0..1", paramLabel = "GOAL", description = "what is to be done; - reads it from stdin")
    @Nullable
    String goal;

    @Option(names = "--attach", paramLabel = "TASK_ID", description = "watch a task that is under way instead")
    @Nullable
    String attach;

    @Option(names = "--stream", description = "on a terminal: show what the agent writes as it comes")
    boolean stream;

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            description = "what has to be allowed: always_ask, agent_decides or always_execute (the agent's own)")
    @Nullable
    String mode;

    @Option(names = "--timeout", paramLabel = "TIME", description = "the longest it may take, such as 10m")
    @Nullable
    String timeout;

    @Option(names = "--max-tokens", paramLabel = "N", description = "the most tokens the model may write")
    @Nullable
    String maxTokens;

    @Option(names = "--agent", paramLabel = "NAME", description = "who is to do it")
    @Nullable
    String agent;

    @Option(names = "--session", paramLabel = "ID", description = "the conversation it goes on with (a new one)")
    @Nullable
    String session;

    @Option(names = "--plan", paramLabel = "FILE", description = "a plan to follow, in Markdown")
    @Nullable
    String plan;

    @Option(names = "--memory", paramLabel = "FILE", description = "what the agent should know, as text")
    @Nullable
    String memory;

    @Option(
            names = "--artifact",
            paramLabel = "PATH",
            description = "a file of the workspace that it is about; may be given several times")
    List<String> artifacts = new ArrayList<>();

    @Option(
            names = "--key",
            paramLabel = "KEY",
            description = "the same key never runs a task twice: it shows the one there is")
    @Nullable
    String key;

    @Option(names = "--json", description = "print every frame of the gateway, one a line")
    boolean json;

    @Option(
            names = "--give-up",
            paramLabel = "TIME",
            description = "after so long without a connection that was there before (60s)")
    @Nullable
    String giveUp;

    @Option(names = "--ca", paramLabel = "FILE", description = "certificates to trust with https://, in PEM")
    @Nullable
    String ca;

    @Mixin
    final RemoteOptions remote = new RemoteOptions();

    /** Null if it is for the real parser. */
    public static @Nullable TaskOptions plain(List<String> words) {
        var options = new TaskOptions();
        return PlainWords.read(words, options::set, options::set) ? options : null;
    }

    /** A flag, or the goal. */
    private boolean set(String word) {
        switch (word) {
            case "--stream" -> stream = true;
            case "--json" -> json = true;
            default -> {
                boolean isGoal = word.equals("-") || (!word.isEmpty() && !word.startsWith("-"));
                if (goal != null || !isGoal) {
                    return false;
                }
                goal = word;
            }
        }
        return true;
    }

    private boolean set(String name, String value) {
        switch (name) {
            case "--attach" -> attach = value;
            case "--mode" -> mode = value;
            case "--timeout" -> timeout = value;
            case "--max-tokens" -> maxTokens = value;
            case "--agent" -> agent = value;
            case "--session" -> session = value;
            case "--plan" -> plan = value;
            case "--memory" -> memory = value;
            case "--artifact" -> artifacts.add(value);
            case "--key" -> key = value;
            case "--give-up" -> giveUp = value;
            case "--ca" -> ca = value;
            default -> {
                return remote.set(name, value);
            }
        }
        return true;
    }
}
