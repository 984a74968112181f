package dev.switchboard.app.web;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.ConsoleMessage;
import com.microsoft.playwright.Page;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** One person's browser: signed in once for all its tabs. */
final class Visitor implements AutoCloseable {
    private final BrowserContext context;
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private final List<String> expected = new CopyOnWriteArrayList<>();

    Visitor(BrowserContext context) {
        this.context = context;
        context.onConsoleMessage(this::note);
        context.onWebError(error -> complaints.add("error: " + error.error()));
    }

    private void note(ConsoleMessage message) {
        if (message.type().equals("error") || message.type().equals("warning")) {
            complaints.add(message.type() + ": " + message.text() + " (" + message.location() + ")");
        }
    }

    /** A complaint with these words is none: the story makes the gateway fail. */
    void expects(String words) {
        expected.add(words);
    }

    /** What the console of any tab has said; a breach of the content policy is among it. */
    List<String> complaints() {
        return complaints.stream()
                .filter(complaint -> expected.stream().noneMatch(complaint::contains))
                .toList();
    }

    Page tab() {
        return context.newPage();
    }

    BrowserContext context() {
        return context;
    }

    @Override
    public void close() {
        context.close();
    }
}
