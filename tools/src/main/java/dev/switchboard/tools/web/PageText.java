package dev.switchboard.tools.web;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeFilter;

/**
 * A page as a person would read it to another: title, headings, paragraphs, lists, tables, links with their addresses.
 *
 * <p>Breaks and marks are held back until text follows, so that what is empty leaves no trace.
 */
final class PageText implements NodeFilter {
    private static final String NOISE =
            "script, style, noscript, template, svg, canvas, iframe, object, nav, footer, aside,"
                    + " button, select, input, textarea, dialog, head, [hidden], [aria-hidden=true], [role=navigation],"
                    + " [role=banner], [role=contentinfo], [role=search], [style~=(?i)display\\s*:\\s*none]";

    private static final Set<String> LINES = Set.of("tr", "dt", "dd", "option", "summary", "figcaption", "caption");
    private static final int LONGEST_LINK = 2_000;

    private final StringBuilder out = new StringBuilder();
    private final int most;
    /** Lengths of {@link #out} at which the links that are open began. */
    private final Deque<Integer> links = new ArrayDeque<>();

    /** The items so far of the lists that are open. */
    private final Deque<Integer> lists = new ArrayDeque<>();

    private int breaks;
    private boolean space;
    private String mark = "";
    private int preformatted;

    private PageText(int most) {
        this.most = most;
    }

    /** @param most characters wanted, about: links are written out, so a page could grow without end */
    static String of(String html, String url, int most) {
        Document page = Jsoup.parse(html, url);
        String title = page.title().strip();
        page.select(NOISE).remove();
        var text = new PageText(most);
        text.flow(title);
        text.breakLines(2);
        content(page).filter(text);
        return text.out.toString();
    }

    /** A piece of HTML as one line. */
    static String line(String html) {
        return Jsoup.parseBodyFragment(html).text();
    }

    /** The part that the page itself calls the main one, unless there is nothing in it. */
    private static Element content(Document page) {
        Element main = page.selectFirst("main, [role=main]");
        return main != null && main.hasText() ? main : page.body();
    }

    @Override
    public FilterResult head(Node node, int depth) {
        if (out.length() > most) {
            return FilterResult.STOP;
        }
        switch (node) {
            case TextNode text when preformatted > 0 -> keep(text.getWholeText());
            case TextNode text -> flow(text.getWholeText());
            case Element element -> open(element);
            default -> {}
        }
        return FilterResult.CONTINUE;
    }

    @Override
    public FilterResult tail(Node node, int depth) {
        if (node instanceof Element element) {
            close(element);
        }
        return FilterResult.CONTINUE;
    }

    private void open(Element element) {
        switch (element.normalName()) {
            case "br" -> breaks = Math.max(breaks, 1);
            case "h1", "h2", "h3", "h4", "h5", "h6" -> {
                breakLines(2);
                mark = "#".repeat(element.normalName().charAt(1) - '0') + " ";
            }
            case "ul", "ol" -> {
                breakLines(lists.isEmpty() ? 2 : 1);
                lists.push(0);
            }
            case "li" -> item(element);
            case "pre" -> {
                breakLines(2);
                preformatted++;
            }
            case "td", "th" -> {
                if (element.previousElementSibling() != null) {
                    flow(" | ");
                }
            }
            case "a" -> links.push(out.length());
            case "img" -> flow(" " + element.attr("alt") + " ");
            default -> breakAround(element);
        }
    }

    private void close(Element element) {
        switch (element.normalName()) {
            case "h1", "h2", "h3", "h4", "h5", "h6" -> {
                mark = "";
                breakLines(2);
            }
            case "ul", "ol" -> {
                lists.pop();
                breakLines(lists.isEmpty() ? 2 : 1);
            }
            case "li" -> {
                mark = "";
                breakLines(1);
            }
            case "pre" -> {
                preformatted--;
                breakLines(2);
            }
            case "td", "th" -> {} // the next cell stands beside it
            case "a" -> address(element, out.substring(links.pop()).strip());
            default -> breakAround(element);
        }
    }

    private void breakAround(Element element) {
        if (LINES.contains(element.normalName())) {
            breakLines(1);
        } else if (element.isBlock() && !element.normalName().equals("body")) {
            breakLines(!lists.isEmpty() || element.normalName().equals("div") ? 1 : 2);
        }
    }

    private void item(Element element) {
        breakLines(1);
        if (lists.isEmpty()) {
            mark = "- ";
            return;
        }
        int number = lists.pop() + 1;
        Element list = element.parent();
        boolean numbered = list != null && list.normalName().equals("ol");
        mark = "  ".repeat(lists.size()) + (numbered ? number + ". " : "- ");
        lists.push(number);
    }

    private void address(Element link, String text) {
        String url = link.absUrl("href");
        boolean elsewhere = url.startsWith("http") && !link.attr("href").startsWith("#");
        if (elsewhere && !text.isEmpty() && !text.equals(url) && url.length() <= LONGEST_LINK) {
            out.append(" (").append(url).append(')');
        }
    }

    private void breakLines(int count) {
        // The first paragraph of a list item stands beside its bullet.
        if (mark.isEmpty()) {
            breaks = Math.max(breaks, count);
        }
    }

    private void flow(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isWhitespace(c) || c == '\u00a0') {
                space = true;
            } else {
                begin();
                out.append(c);
            }
        }
    }

    private void keep(String text) {
        if (!text.isBlank()) {
            begin();
        }
        out.append(text);
    }

    private void begin() {
        if (!out.isEmpty() && breaks > 0) {
            out.append("\n".repeat(breaks));
        } else if (space && !out.isEmpty() && out.charAt(out.length() - 1) != '\n') {
            out.append(' ');
        }
        out.append(mark);
        breaks = 0;
        space = false;
        mark = "";
    }
}
