package dev.switchboard.core.ledger;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.core.io.JsonStringEncoder;

/**
 * Finds where secrets begin in a text. Keys are known by a list; the gateway's own tokens and sign-in codes, and what
 * stands behind {@code Authorization:}, by their form.
 *
 * <p>A text may still be growing: then what might become a secret is {@link #UNDECIDED}, for as many characters as the
 * longest known one has at most. Thread: any.
 */
final class SecretFinder {
    /** More of the text is needed to tell. */
    static final int UNDECIDED = -1;

    /** A shorter word would be found by chance. */
    static final int SHORTEST = 8;

    /** One for each character of ASCII, and one for all others. */
    private static final int SLOTS = 129;

    private static final String TOKEN = "swb_";
    private static final int TOKEN_RANDOM = 43;
    private static final String CODE = "#code=";
    private static final int CODE_RANDOM = 22;
    private static final String AUTHORIZATION = "authorization";

    /** What may stand between the name of a header and its value: blanks, and quotes with what escapes them. */
    private static final int WIDEST_GAP = 8;

    /** These stay: they tell a person what kind of value is not shown. */
    private static final List<String> SCHEMES =
            List.of("bearer", "basic", "token", "digest", "negotiate", "oauth", "apikey", "key", "aws4-hmac-sha256");

    /** The secrets that begin with this character, the longest first: one may be the beginning of another. */
    private final List<List<String>> byFirst = new ArrayList<>();

    private final boolean[] begins = new boolean[SLOTS];
    private final boolean[] begun = new boolean[SLOTS * SLOTS];

    SecretFinder(Collection<String> secrets) {
        for (int i = 0; i < SLOTS; i++) {
            byFirst.add(List.of());
        }
        everyWriting(secrets).stream()
                .collect(Collectors.groupingBy(secret -> slot(secret.charAt(0))))
                .forEach((first, same) -> {
                    same.sort(Comparator.comparingInt(String::length).reversed());
                    byFirst.set(first, same);
                    same.forEach(this::begin);
                });
        List.of(TOKEN, CODE, AUTHORIZATION, AUTHORIZATION.toUpperCase(Locale.ROOT), "Au", "aU")
                .forEach(this::begin);
    }

    private void begin(String secret) {
        begins[slot(secret.charAt(0))] = true;
        begun[slot(secret.charAt(0)) * SLOTS + slot(secret.charAt(1))] = true;
    }

    /** Inside of JSON that is shown as a text, a quote or a backslash is written otherwise. */
    private static Set<String> everyWriting(Collection<String> secrets) {
        var all = new HashSet<String>();
        for (var secret : secrets) {
            var plain = secret.strip();
            if (plain.length() >= SHORTEST) {
                all.add(plain);
                all.add(new String(JsonStringEncoder.getInstance().quoteAsCharArray(plain)));
            }
        }
        return all;
    }

    /** Whether anything could begin here, by two characters: nearly every text is done with this question. */
    boolean mayBeginAt(CharSequence text, int at) {
        int first = slot(text.charAt(at));
        return begins[first] && (at + 1 == text.length() || begun[first * SLOTS + slot(text.charAt(at + 1))]);
    }

    private static int slot(char c) {
        return Math.min(c, SLOTS - 1);
    }

    /**
     * How many characters from here on are a secret; 0 if none begins here.
     *
     * @param whole whether the text is complete
     */
    int lengthAt(CharSequence text, int from, boolean whole) {
        int found = 0;
        var candidates = byFirst.get(slot(text.charAt(from)));
        for (int i = 0; found == 0 && i < candidates.size(); i++) {
            found = startsWith(text, from, candidates.get(i), whole);
        }
        return switch (text.charAt(from)) {
            case 's' -> longer(found, random(text, from, TOKEN, TOKEN_RANDOM, whole));
            case '#' -> longer(found, random(text, from, CODE, CODE_RANDOM, whole));
            default -> found;
        };
    }

    private static int longer(int one, int other) {
        return one == UNDECIDED || other == UNDECIDED ? UNDECIDED : Math.max(one, other);
    }

    private static int startsWith(CharSequence text, int from, String secret, boolean whole) {
        int there = Math.min(secret.length(), text.length() - from);
        for (int i = 0; i < there; i++) {
            if (text.charAt(from + i) != secret.charAt(i)) {
                return 0;
            }
        }
        return there == secret.length() ? there : whole ? 0 : UNDECIDED;
    }

    private static int random(CharSequence text, int from, String prefix, int count, boolean whole) {
        int begun = startsWith(text, from, prefix, whole);
        if (begun <= 0) {
            return begun;
        }
        int end = begun + count;
        for (int i = begun; i < end; i++) {
            if (from + i == text.length()) {
                return whole ? 0 : UNDECIDED;
            }
            if (!isRandom(text.charAt(from + i))) {
                return 0;
            }
        }
        return end;
    }

    /** Base64 as it is written in addresses. */
    private static boolean isRandom(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_';
    }

    /**
     * Where the value begins if here is an {@code Authorization} with one that is long enough; 0 if not. It ends with the
     * first character that is not {@link #isOfValue of a value}.
     */
    int authorizationAt(CharSequence text, int from, boolean whole) {
        int name = named(text, from, whole);
        if (name <= 0) {
            return name;
        }
        int colon = behindGap(text, from + name);
        if (colon == text.length()) {
            return whole ? 0 : UNDECIDED;
        }
        return text.charAt(colon) == ':' ? valueAt(text, behindGap(text, colon + 1), whole) : 0;
    }

    private static int named(CharSequence text, int from, boolean whole) {
        int there = Math.min(AUTHORIZATION.length(), text.length() - from);
        for (int i = 0; i < there; i++) {
            if ((text.charAt(from + i) | 0x20) != AUTHORIZATION.charAt(i)) {
                return 0;
            }
        }
        return there == AUTHORIZATION.length() ? there : whole ? 0 : UNDECIDED;
    }

    private static int valueAt(CharSequence text, int from, boolean whole) {
        int end = endOfValue(text, from);
        boolean open = end == text.length() && !whole;
        if (open && (end - from < SHORTEST || isScheme(text, from, end, true))) {
            return UNDECIDED;
        }
        if (!isScheme(text, from, end, false)) {
            return end - from >= SHORTEST ? from : 0;
        }
        int value = behindGap(text, end);
        int enough = Math.min(endOfValue(text, value), value + SHORTEST);
        if (enough - value == SHORTEST) {
            return value;
        }
        return enough == text.length() && !whole ? UNDECIDED : 0;
    }

    /** Of a whole value of such a header: the one word behind its scheme, if that is what it is. */
    static Optional<String> behindScheme(String value) {
        int end = value.indexOf(' ');
        if (end < 0 || !isScheme(value, 0, end, false)) {
            return Optional.empty();
        }
        var credentials = value.substring(end).strip();
        boolean one = !credentials.isEmpty() && credentials.chars().noneMatch(Character::isWhitespace);
        return one ? Optional.of(credentials) : Optional.empty();
    }

    private static boolean isScheme(CharSequence text, int from, int end, boolean begun) {
        for (var scheme : SCHEMES) {
            int length = end - from;
            if ((begun ? length <= scheme.length() : length == scheme.length())
                    && scheme.regionMatches(true, 0, text.subSequence(from, end).toString(), 0, length)) {
                return true;
            }
        }
        return false;
    }

    private static int behindGap(CharSequence text, int from) {
        int end = Math.min(text.length(), from + WIDEST_GAP);
        for (int i = from; i < end; i++) {
            switch (text.charAt(i)) {
                case ' ', '\t', '"', '\'', '\\' -> {}
                default -> {
                    return i;
                }
            }
        }
        return end;
    }

    private static int endOfValue(CharSequence text, int from) {
        int end = from;
        while (end < text.length() && isOfValue(text.charAt(end))) {
            end++;
        }
        return end;
    }

    /**
     * What a token is made of by RFC 9110, and two that are seen beside it. Nothing a shell acts on is among them: who is
     * asked to allow a command must see all that it does.
     */
    static boolean isOfValue(char c) {
        return isRandom(c) || c == '.' || c == '~' || c == '+' || c == '/' || c == '=' || c == ':' || c == '%';
    }
}
