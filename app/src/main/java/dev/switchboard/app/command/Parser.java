package dev.switchboard.app.command;

import dev.switchboard.cli.option.Flag;
import dev.switchboard.cli.option.Option;
import dev.switchboard.cli.option.Options;
import dev.switchboard.cli.option.Text;
import dev.switchboard.cli.option.Texts;
import dev.switchboard.cli.option.WholeNumber;
import dev.switchboard.cli.option.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.IGetter;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ScopeType;

/** Makes picocli's parser of options that describe themselves: it knows every way to write them, and writes their help. */
final class Parser {
    private Parser() {}

    /** Commands of this command have them too. */
    static void add(Options options, CommandSpec command) {
        for (Option option : options.all()) {
            OptionSpec.Builder spec = OptionSpec.builder(option.name())
                    .description(option.description())
                    .scopeType(ScopeType.INHERIT);
            if (!option.label().isEmpty()) {
                spec.paramLabel(option.label());
            }
            bind(spec, option);
            command.addOption(spec.build());
        }
        Word word = options.word();
        if (word != null) {
            command.addPositional(PositionalParamSpec.builder()
                    .index("0")
                    .arity("0..1")
                    .paramLabel(word.label())
                    .description(word.description())
                    .type(String.class)
                    .getter(new Getter(word::text))
                    .setter(new Setter<String>(word::set))
                    .build());
        }
    }

    private static void bind(OptionSpec.Builder spec, Option option) {
        switch (option) {
            case Flag flag -> Parser.<Boolean>bind(spec, boolean.class, flag::isGiven, flag::set);
            case Text text -> Parser.<String>bind(spec, String.class, text::text, text::set);
            case WholeNumber number -> Parser.<Integer>bind(spec, int.class, number::number, number::set);
            case Texts texts ->
                Parser.<List<String>>bind(
                        spec.auxiliaryTypes(String.class),
                        List.class,
                        () -> new ArrayList<>(texts.texts()),
                        texts::set);
        }
    }

    private static <V> void bind(
            OptionSpec.Builder spec, Class<?> type, Supplier<? extends @Nullable Object> get, Consumer<V> set) {
        // Told, because picocli takes null for what an option is before anything is read.
        spec.type(type).initialValue(get.get()).getter(new Getter(get)).setter(new Setter<>(set));
    }

    private record Getter(Supplier<? extends @Nullable Object> from) implements IGetter {
        @Override
        @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // picocli's own signature
        public <T> T get() {
            return (T) from.get();
        }
    }

    private record Setter<V>(Consumer<V> to) implements ISetter {
        @Override
        @SuppressWarnings("unchecked") // of the type that picocli was told
        public <T> T set(T value) {
            to.accept((V) value);
            return value;
        }
    }
}
