package dev.switchboard.cases;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The inputs of one case. Numbers and sizes are often the edges of what is allowed: that is where things break. */
public final class Draw {
    private static final int TRIES = 10_000;
    private static final int SHOWN = 500;

    /** What a text of anything is made of, each kind as often as the others; one that is too rare is never met. */
    private static final List<int[]> KINDS = List.of(
            new int[] {'a', 'z'},
            new int[] {' ', '~'},
            new int[] {0x00, 0x1f},
            new int[] {0x7f, 0xff},
            new int[] {0x300, 0x36f}, // marks that join the character before
            new int[] {0x2000, 0x206f}, // blanks, breaks, directions
            new int[] {0xd800, 0xdfff}, // halves of a character
            new int[] {0x100, 0xffff},
            new int[] {0xfff0, 0xffff},
            new int[] {0x1f300, 0x1faff},
            new int[] {0xe0000, 0xe007f}, // tags that nobody sees
            new int[] {0x10000, Character.MAX_CODE_POINT});

    enum Manner {
        SMALLEST,
        LARGEST,
        ANY
    }

    private final SplittableRandom random;
    private final List<@Nullable Object> drawn = new ArrayList<>();
    private Manner manner;
    private int depth;

    Draw(SplittableRandom random, Manner manner) {
        this.random = random;
        this.manner = manner;
    }

    /** A number from {@code min} to {@code max}, both included; one in eight is one of the two or next to it. */
    public int between(int min, int max) {
        return noted(number(min, max));
    }

    public boolean coin() {
        return noted(number(0, 1) == 1);
    }

    @SafeVarargs
    public final <T> T oneOf(T... values) {
        return oneOf(Arrays.asList(values));
    }

    public <T> T oneOf(List<T> values) {
        return noted(values.get(index(values.size())));
    }

    /** Nothing in {@code of} out of ten. */
    public <T> @Nullable T orNothing(int of, Supplier<T> value) {
        return notedOrNothing(number(0, 9) < of ? null : within(value));
    }

    public <T extends @Nullable Object> List<T> listOf(int min, int max, Supplier<T> value) {
        int size = number(min, max);
        var list = new ArrayList<T>();
        within(() -> {
            while (list.size() < size) {
                list.add(value.get());
            }
            return list;
        });
        return noted(list);
    }

    /** Some of them, at least {@code min}, in any order. */
    public <T> Set<T> someOf(int min, Collection<T> values) {
        var left = new ArrayList<>(values);
        int size = number(min, left.size());
        var some = new LinkedHashSet<T>();
        while (some.size() < size) {
            some.add(left.remove(random.nextInt(left.size())));
        }
        return noted(some);
    }

    /** A text of these characters alone. */
    public String text(String characters, int min, int max) {
        var alphabet = characters.codePoints().toArray();
        int length = number(min, max);
        var text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.appendCodePoint(alphabet[index(alphabet.length)]);
        }
        return noted(text.toString());
    }

    /** A text of at most so many characters of any kind: controls, directions, halves of characters. */
    public String anyText(int max) {
        int length = number(0, max);
        // Of one kind or of all: a text of halves alone is another one than a text with one of them.
        var kinds = number(0, 3) == 0 ? KINDS : List.of(KINDS.get(random.nextInt(KINDS.size())));
        var text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            var kind = kinds.get(random.nextInt(kinds.size()));
            text.appendCodePoint(random.nextInt(kind[0], kind[1] + 1));
        }
        return noted(text.toString());
    }

    /** Draws until it fits; what hardly ever fits is a mistake of the test. */
    public <T> T suchThat(Supplier<T> value, Predicate<T> fits) {
        var before = manner;
        try {
            for (int i = 0; i < TRIES; i++) {
                var one = within(value);
                if (fits.test(one)) {
                    return noted(one);
                }
                manner = Manner.ANY;
            }
        } finally {
            manner = before;
        }
        throw new IllegalStateException("nothing that fits in " + TRIES + " tries");
    }

    /** What was drawn so far, as it would stand in a source file. */
    @Override
    public String toString() {
        var all = new StringBuilder();
        for (var one : drawn) {
            all.append(all.isEmpty() ? "" : ", ").append(one instanceof String text ? '"' + text + '"' : one);
        }
        var shown = new StringBuilder();
        for (int i = 0; i < Math.min(all.length(), SHOWN); i++) {
            char c = all.charAt(i);
            shown.append(c >= ' ' && c <= '~' ? String.valueOf(c) : "\\u%04x".formatted((int) c));
        }
        return shown + (all.length() > SHOWN ? "…" : "");
    }

    private int index(int size) {
        return switch (manner) {
            case SMALLEST -> 0;
            case LARGEST -> size - 1;
            case ANY -> random.nextInt(size);
        };
    }

    private int number(int min, int max) {
        return switch (manner) {
            case SMALLEST -> min;
            case LARGEST -> max;
            case ANY ->
                switch (random.nextInt(32)) {
                    case 0 -> min;
                    case 1 -> max;
                    case 2 -> Math.min(max, min + 1);
                    case 3 -> Math.max(min, max - 1);
                    default -> (int) random.nextLong(min, max + 1L);
                };
        };
    }

    /** Of what is put together only the whole is noted. */
    private <T> T within(Supplier<T> value) {
        depth++;
        try {
            return value.get();
        } finally {
            depth--;
        }
    }

    private <T> T noted(T value) {
        notedOrNothing(value);
        return value;
    }

    private <T> @Nullable T notedOrNothing(@Nullable T value) {
        if (depth == 0) {
            drawn.add(value);
        }
        return value;
    }
}
