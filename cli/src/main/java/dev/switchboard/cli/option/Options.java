package dev.switchboard.cli.option;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that a command may be asked with, described once: the fields of a command's options are what these methods return.
 *
 * <p>There are two readers. {@link #read} understands options that are written out in full, {@code --url U} or
 * {@code --url=U}. Anything else is left to the real parser, which is made from the same description, to understand or to
 * complain about: it takes long to load, and a command is to be there at once.
 */
public final class Options {
    private final List<Option> all = new ArrayList<>();
    private @Nullable Word word;

    public Flag flag(String name, String description) {
        return with(new Flag(name, description));
    }

    public Text text(String name, String label, String description) {
        return with(new Text(name, label, description));
    }

    public Texts texts(String name, String label, String description) {
        return with(new Texts(name, label, description));
    }

    public WholeNumber number(String name, String label, String description) {
        return with(new WholeNumber(name, label, description));
    }

    /** There is one at most. */
    public Word word(String label, String description) {
        word = new Word(label, description);
        return word;
    }

    /** These too. */
    public void add(Options others) {
        all.addAll(others.all);
    }

    private <O extends Option> O with(O option) {
        all.add(option);
        return option;
    }

    public List<Option> all() {
        return List.copyOf(all);
    }

    /** Null if all that it takes has a name. */
    public @Nullable Word word() {
        return word;
    }

    /** Whether all of it was understood; if not, it is for the real parser, with options that nothing was written to. */
    public boolean read(List<String> words) {
        for (var rest = words.iterator(); rest.hasNext(); ) {
            if (!read(rest.next(), rest)) {
                return false;
            }
        }
        return true;
    }

    private boolean read(String next, Iterator<String> rest) {
        if (next.equals("-") || !next.startsWith("-")) {
            return word != null && word.take(next);
        }
        int equals = next.indexOf('=');
        var option = named(equals < 0 ? next : next.substring(0, equals));
        if (option instanceof Flag flag && equals < 0) {
            flag.set(true);
            return true;
        }
        if (option == null || (equals < 0 && !rest.hasNext())) {
            return false;
        }
        var value = equals < 0 ? rest.next() : next.substring(equals + 1);
        return !value.isEmpty() && !value.startsWith("-") && option.take(value);
    }

    private @Nullable Option named(String name) {
        for (var option : all) {
            if (option.name().equals(name)) {
                return option;
            }
        }
        return null;
    }
}
