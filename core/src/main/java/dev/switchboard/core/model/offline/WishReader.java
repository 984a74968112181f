package dev.switchboard.core.model.offline;

import org.jspecify.annotations.Nullable;

/** Reads what a sentence asks for. The verb decides; what does not fit behind it is not guessed at. */
final class WishReader {
    private static final int MOST_COURTESIES = 8;

    private static final String[] COURTESIES = {
        "please",
        "can you",
        "could you",
        "would you",
        "will you",
        "i want you to",
        "i would like you to",
        "i'd like you to",
        "kindly",
        "now",
        "and then",
        "then",
        "and",
        "also",
        "just",
        "ok",
        "okay",
        "hey",
        "hello",
        "hi",
        "so",
        "next"
    };
    private static final String[] GREETINGS = {
        "hello",
        "hi",
        "hey",
        "good morning",
        "good afternoon",
        "good evening",
        "good day",
        "how are you",
        "hallo",
        "guten tag",
        "guten morgen",
        "bonjour",
        "salut",
        "hola",
        "ciao"
    };
    /** Who may be greeted. */
    private static final String[] GREETED = {"there", "again", "you", "agent", "switchboard", "world"};

    private static final String[] THANKS = {"thanks", "thank you", "ok", "okay", "great"};
    /** Alone, courtesies and marks aside. */
    private static final String[] CALLS_FOR_HELP = {"help", "/help", "help me"};
    /** Whatever comes after them. */
    private static final String[] QUESTIONS_FOR_HELP = {
        "what can you do",
        "what can you help",
        "what do you do",
        "what do you know",
        "what do you understand",
        "what can i do",
        "what can i ask",
        "what can i say",
        "what should i say",
        "what are you",
        "who are you",
        "how can you help",
        "how do you work",
        "how does this work",
        "how do i use this",
        "how do i use you"
    };

    private static final String[] RUN = {"run", "execute", "exec"};
    private static final String[] CREATE = {"create", "open", "start", "make"};
    private static final String[] WRITE = {"write to", "write"};
    private static final String[] APPEND = {"append to", "add to"};
    private static final String[] SEARCH = {"search the web for", "search the internet for", "search for", "look up"};
    private static final String[] OTHER_VERBS = {
        "read",
        "show",
        "close",
        "what terminals",
        "which terminals",
        "cat",
        "list",
        "ls",
        "fetch",
        "get",
        "what files",
        "which files",
        "what's in",
        "what is in",
        "what did i",
        "what have i",
        "help"
    };
    private static final String[] LISTINGS = {
        "list all the files",
        "list all files",
        "list the files",
        "list files",
        "list",
        "show me the files",
        "show me all files",
        "show files",
        "show the files",
        "what files are there",
        "which files are there",
        "what files do you see",
        "ls"
    };
    private static final String[] READINGS = {
        "show me the contents of",
        "show the contents of",
        "show me the file",
        "show me file",
        "show the file",
        "show me",
        "show",
        "open the file",
        "open file",
        "open",
        "what's in",
        "what is in"
    };
    private static final String[] MEMORIES = {
        "what did i say",
        "what did i said",
        "what did i tell",
        "what did i told",
        "what have i say",
        "what have i said",
        "what have i tell",
        "what have i told",
        "what i said",
        "show history",
        "my messages"
    };

    private WishReader() {}

    /** Whether what stands here, courtesies aside, begins with a verb that is understood. */
    static boolean beginsLikeAWish(String text, int from) {
        var phrase = new Phrase(text, verbIn(text, from));
        return phrase.takeAny(RUN)
                || phrase.takeAny(CREATE)
                || phrase.takeAny(WRITE)
                || phrase.takeAny(APPEND)
                || phrase.takeAny(SEARCH)
                || phrase.takeAny(OTHER_VERBS)
                || phrase.takeAny(QUESTIONS_FOR_HELP);
    }

    /** Whether what stands here is to be written somewhere: then it may hold any number of sentences. */
    static boolean takesTheRest(String text, int from) {
        var phrase = new Phrase(text, verbIn(text, from));
        return phrase.takeAny(WRITE) || phrase.takeAny(APPEND);
    }

    /** Where the sentence that begins here has its first word that is no courtesy. */
    static int verbIn(String text, int from) {
        var phrase = new Phrase(text, from);
        skipCourtesies(phrase);
        return phrase.position();
    }

    static Wish read(String sentence) {
        if (isGreeting(sentence)) {
            return new Wish.Greeting();
        }
        if (isThanks(sentence)) {
            return new Wish.Courtesy();
        }
        int verb = verbIn(sentence, 0);
        Wish wish = doing(sentence, verb);
        if (wish == null) {
            wish = TerminalWishes.read(sentence, verb);
        }
        if (wish == null) {
            wish = looking(sentence, verb);
        }
        if (wish == null) {
            wish = isHelp(sentence.substring(verb)) ? new Wish.Help() : remembering(sentence, verb);
        }
        return wish;
    }

    private static @Nullable Wish doing(String sentence, int verb) {
        var phrase = new Phrase(sentence, verb);
        if (phrase.takeAny(RUN)) {
            return run(phrase);
        }
        if (phrase.takeAny(WRITE)) {
            return writing(phrase, false);
        }
        if (phrase.takeAny(APPEND)) {
            return writing(phrase, true);
        }
        if (phrase.takeAny(SEARCH)) {
            String query = Punctuation.trimmed(phrase.rest());
            String quoted = Punctuation.unquoted(query);
            return query.isEmpty()
                    ? new Wish.Incomplete("search for weather in Oslo")
                    : new Wish.Search(quoted == null ? query : quoted);
        }
        return phrase.takeAny(CREATE) ? terminal(phrase) : null;
    }

    private static Wish run(Phrase phrase) {
        phrase.takeAny("the following command", "this command", "the command", "command");
        phrase.takeMark(':');
        String asked = Punctuation.trimmed(phrase.rest());
        if (asked.isEmpty()) {
            return new Wish.Incomplete("run ls -la");
        }
        int close = Punctuation.closing(asked);
        if (close > 0) {
            Place place = Place.of(Punctuation.trimmed(asked.substring(close)));
            if (place != null) {
                String command = Punctuation.inside(asked, close).strip();
                return command.isEmpty() ? new Wish.Incomplete("run ls -la") : new Wish.Run(command, place);
            }
        }
        int in = lastIn(asked);
        Place place = in < 0 ? null : Place.of(asked.substring(in));
        String command = place == null ? asked : Punctuation.trimmed(asked.substring(0, in));
        if (command.isEmpty()) {
            return new Wish.Incomplete("run ls -la");
        }
        return new Wish.Run(TestCommand.instead(command), place == null ? new Place.Here() : place);
    }

    /** "in" alone is part of many commands; only the last one can begin a place. */
    private static int lastIn(String text) {
        for (int i = text.length() - 4; i > 0; i--) {
            if (text.regionMatches(true, i, " in ", 0, 4)) {
                return i;
            }
        }
        return -1;
    }

    private static @Nullable Wish writing(Phrase phrase, boolean append) {
        phrase.takeAny("the file", "file");
        String rest = phrase.rest();
        int close = Punctuation.closing(rest);
        int colon = rest.indexOf(':', Math.max(0, close));
        String path = colon < 0 ? null : new Phrase(rest.substring(0, colon)).word();
        if (path == null) {
            return rest.isEmpty()
                    ? new Wish.Incomplete(append ? "append to notes.txt: buy milk" : "write notes.txt: buy milk")
                    : null;
        }
        String content = content(rest.substring(colon + 1));
        return append ? new Wish.Append(path, content) : new Wish.Write(path, content);
    }

    /** As it was said, and ended by a line's end, so that what is appended next stands on its own line. */
    private static String content(String said) {
        String text = said.strip();
        String block = text.startsWith("```") ? Punctuation.unquoted(text) : null;
        String content = block == null ? text : block;
        return content.isEmpty() ? "" : content + "\n";
    }

    private static @Nullable Wish terminal(Phrase phrase) {
        phrase.takeAny("another", "a", "me a");
        phrase.take("new");
        if (!phrase.takeAny("terminal session", "terminal", "shell")) {
            return null;
        }
        if (Punctuation.trimmed(phrase.rest()).isEmpty() || isMark(phrase)) {
            return new Wish.CreateTerminal(null);
        }
        if (!phrase.takeAny("in", "for", "at")) {
            return null;
        }
        phrase.takeAny("the workspace", "workspace", "the folder", "folder", "the directory", "directory", "project");
        String folder = phrase.word();
        return folder == null ? null : new Wish.CreateTerminal(folder);
    }

    private static @Nullable Wish looking(String sentence, int verb) {
        var phrase = new Phrase(sentence, verb);
        if (phrase.takeAny("fetch", "get", "open", "visit", "read")) {
            String url = phrase.word();
            if (url != null && (url.startsWith("http://") || url.startsWith("https://"))) {
                return new Wish.Fetch(url);
            }
        }
        phrase = new Phrase(sentence, verb);
        if (phrase.take("fetch")) {
            String host = phrase.word();
            return host != null && host.indexOf('.') > 0
                    ? new Wish.Fetch("https://" + host)
                    : new Wish.Incomplete("fetch https://example.org");
        }
        phrase = new Phrase(sentence, verb);
        if (phrase.takeAny(LISTINGS)) {
            Wish listing = listing(phrase, sentence.substring(verb));
            if (listing != null) {
                return listing;
            }
        }
        phrase = new Phrase(sentence, verb);
        if (phrase.takeAny("read the file", "read file", "read", "cat")) {
            String path = phrase.word();
            return path != null ? new Wish.Read(path) : phrase.atEnd() ? new Wish.Incomplete("read notes.txt") : null;
        }
        if (phrase.takeAny(READINGS)) {
            String path = phrase.word();
            // "show history" and "open sesame" are no files.
            return path != null && (path.indexOf('.') >= 0 || path.indexOf('/') >= 0) ? new Wish.Read(path) : null;
        }
        return null;
    }

    private static @Nullable Wish listing(Phrase phrase, String said) {
        if (phrase.atEnd() || isMark(phrase)) {
            return new Wish.ListFiles(".");
        }
        if (said.regionMatches(true, 0, "ls", 0, 2)) {
            String folder = phrase.word();
            // "ls src" looks, "ls -la" is a command.
            return folder != null && !folder.startsWith("-")
                    ? new Wish.ListFiles(folder)
                    : new Wish.Run(Punctuation.trimmed(said), new Place.Here());
        }
        if (phrase.takesAll("here") || phrase.takesAll("in the workspace")) {
            return new Wish.ListFiles(".");
        }
        if (!phrase.takeAny("in", "the folder", "folder")) {
            return null;
        }
        phrase.takeAny("the workspace", "workspace", "the folder", "folder", "the directory", "directory");
        String folder = phrase.word();
        return folder == null ? null : new Wish.ListFiles(folder);
    }

    private static Wish remembering(String sentence, int from) {
        boolean start = true;
        for (int i = from; i < sentence.length(); i++) {
            boolean letter = Character.isLetterOrDigit(sentence.charAt(i));
            if (start && letter && new Phrase(sentence, i).takeAny(MEMORIES)) {
                return new Wish.Remember();
            }
            start = !letter;
        }
        return new Wish.Unknown();
    }

    private static void skipCourtesies(Phrase phrase) {
        for (int i = 0; i < MOST_COURTESIES && phrase.takeAny(COURTESIES); i++) {
            phrase.takeMark(',');
        }
    }

    private static boolean isGreeting(String sentence) {
        var phrase = new Phrase(Punctuation.trimmed(sentence));
        if (!phrase.takeAny(GREETINGS)) {
            return false;
        }
        phrase.takeMark(',');
        phrase.takeAny(GREETED);
        return phrase.atEnd();
    }

    /** Or nothing at all. */
    private static boolean isThanks(String sentence) {
        var phrase = new Phrase(Punctuation.trimmed(sentence));
        return phrase.atEnd() || takesAllOfOne(phrase, THANKS);
    }

    private static boolean takesAllOfOne(Phrase phrase, String... choices) {
        for (String words : choices) {
            if (phrase.takesAll(words)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isHelp(String sentence) {
        String said = Punctuation.trimmed(sentence);
        var phrase = new Phrase(said);
        return said.equals("?") || takesAllOfOne(phrase, CALLS_FOR_HELP) || phrase.takeAny(QUESTIONS_FOR_HELP);
    }

    /** Nothing but the mark that ends the sentence. */
    static boolean isMark(Phrase phrase) {
        return phrase.rest().length() == 1 && ".!?。！？".contains(phrase.rest());
    }
}
