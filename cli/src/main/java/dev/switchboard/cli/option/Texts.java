package dev.switchboard.cli.option;

import java.util.ArrayList;
import java.util.List;

/** An option that takes a text and may be given several times. */
public final class Texts extends Option {
    private final List<String> texts = new ArrayList<>();

    Texts(String name, String label, String description) {
        super(name, label, description);
    }

    /** As they were written, one after the other. */
    public List<String> texts() {
        return List.copyOf(texts);
    }

    public void set(List<String> values) {
        texts.clear();
        texts.addAll(values);
    }

    @Override
    boolean take(String written) {
        return texts.add(written);
    }
}
