package dev.switchboard.providers;

import dev.switchboard.json.text.NearestWord;

/** {@code provider/name}, taken apart. The name may itself contain slashes, as those of model hubs do. */
public record ModelName(Provider provider, String name) {

    public static ModelName parse(String model) {
        int slash = model.indexOf('/');
        String word = slash < 0 ? model : model.substring(0, slash);
        Provider provider = Provider.of(word).orElseThrow(() -> unknown(model, word));
        String name = model.substring(slash + 1).strip();
        if (slash < 0 || name.isEmpty()) {
            throw new IllegalArgumentException(
                    "model \"%s\" lacks a name: write %s/<name>".formatted(model, provider.word()));
        }
        if (name.chars().anyMatch(Character::isWhitespace)) {
            throw new IllegalArgumentException("model \"%s\" has a space in its name".formatted(model));
        }
        return new ModelName(provider, name);
    }

    private static IllegalArgumentException unknown(String model, String word) {
        String nearest = NearestWord.closest(word, Provider.words()).orElseThrow();
        return new IllegalArgumentException("model \"%s\" names no known provider: did you mean \"%s/…\"? There are %s"
                .formatted(model, nearest, String.join(", ", Provider.words())));
    }

    @Override
    public String toString() {
        return provider.word() + "/" + name;
    }
}
