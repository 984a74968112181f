package dev.switchboard.testkit;

import dev.switchboard.core.model.Model;
import dev.switchboard.core.model.ModelListener;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.model.ModelRequest;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A model that answers as the test says, and remembers what it was asked. */
public final class ScriptedModel implements Model {

    /** One answer. */
    public interface Script {
        ModelReply answer(ModelRequest request, ModelListener listener) throws InterruptedException;
    }

    private final List<ModelRequest> asked = new CopyOnWriteArrayList<>();
    private volatile Script script;

    public ScriptedModel(Script script) {
        this.script = script;
    }

    /** Answers every message with its own text. */
    public static ScriptedModel echo() {
        return new ScriptedModel((request, listener) -> {
            var text = "echo: " + Said.last(request);
            listener.text(text);
            return ModelReply.text(text);
        });
    }

    public void script(Script next) {
        script = next;
    }

    public List<ModelRequest> asked() {
        return asked;
    }

    @Override
    public String name() {
        return "scripted";
    }

    @Override
    public int contextTokens() {
        return 100_000;
    }

    @Override
    public ModelReply answer(ModelRequest request, ModelListener listener) throws InterruptedException {
        asked.add(request);
        return script.answer(request, listener);
    }
}
