package dev.switchboard.cli.task;

import dev.switchboard.cli.option.Flag;
import dev.switchboard.cli.option.Options;
import dev.switchboard.cli.option.Text;
import dev.switchboard.cli.option.Texts;
import dev.switchboard.cli.option.Word;
import dev.switchboard.cli.remote.RemoteOptions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What {@code task} was asked for, as it was written; {@link TaskSetup} makes sense of it. */
public final class TaskOptions {
    private final Options all = new Options();

    final Word goal = all.word("GOAL", "what is to be done; - reads it from stdin");

    final Text attach = all.text("--attach", "TASK_ID", "watch a task that is under way instead");

    final Flag stream = all.flag("--stream", "on a terminal: show what the agent writes as it comes");

    final Text mode = all.text(
            "--mode", "MODE", "what has to be allowed: always_ask, agent_decides or always_execute (the agent's own)");

    final Text timeout = all.text("--timeout", "TIME", "the longest it may take, such as 10m");

    final Text maxTokens = all.text("--max-tokens", "N", "the most tokens the model may write");

    final Text agent = all.text("--agent", "NAME", "who is to do it");

    final Text session = all.text("--session", "ID", "the conversation it goes on with (a new one)");

    final Text plan = all.text("--plan", "FILE", "a plan to follow, in Markdown");

    final Text memory = all.text("--memory", "FILE", "what the agent should know, as text");

    final Texts artifacts =
            all.texts("--artifact", "PATH", "a file of the workspace that it is about; may be given several times");

    final Text key = all.text("--key", "KEY", "the same key never runs a task twice: it shows the one there is");

    final Flag json = all.flag("--json", "print every frame of the gateway, one a line");

    final Text giveUp = all.text("--give-up", "TIME", "after so long without a connection that was there before (60s)");

    final Text ca = all.text("--ca", "FILE", "certificates to trust with https://, in PEM");

    final RemoteOptions remote = new RemoteOptions();

    public TaskOptions() {
        all.add(remote.all());
    }

    /** Null if it is for the real parser. */
    public static @Nullable TaskOptions plain(List<String> words) {
        var options = new TaskOptions();
        return options.all.read(words) ? options : null;
    }

    public Options all() {
        return all;
    }
}
