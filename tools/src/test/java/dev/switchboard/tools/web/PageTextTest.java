package dev.switchboard.tools.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PageTextTest {
    @Test
    void aPageIsReadAsAPersonReadsIt() {
        String page = """
            <!doctype html>
            <html><head><title> The   title </title><style>p{}</style><script>var a = "<p>no</p>";</script></head>
            <body>
            <nav><a href="/">Home</a></nav>
            <header><h1>A <em>good</em> page</h1></header>
            <p>One&nbsp;paragraph,
               with a <a href="../more?x=1">link</a>, a <a href="#part">part</a>
               and <a href="javascript:alert(1)">nothing</a>.</p>
            <p></p>
            <ul>
              <li><p>first</p></li>
              <li>second
                <ol><li>inner one</li><li>inner two</li></ol>
              </li>
              <li></li>
            </ul>
            <h2>Code</h2>
            <pre><code>if (a) {
                b();
            }</code></pre>
            <table><tr><th>name</th><th>size</th></tr><tr><td>a</td><td>1</td></tr></table>
            line<br>break
            <div hidden>hidden</div><p style="display: none">unseen</p>
            <footer>imprint</footer>
            <a href="https://example.com/">https://example.com/</a>
            </body></html>
            """;
        assertThat(PageText.of(page, "https://example.com/a/b/c", 100_000)).isEqualTo("""
            The title

            # A good page

            One paragraph, with a link (https://example.com/a/more?x=1), a part and nothing.

            - first
            - second
              1. inner one
              2. inner two

            ## Code

            if (a) {
                b();
            }

            name | size
            a | 1

            line
            break https://example.com/\
            """);
    }

    @Test
    void onlyTheMainPartIsReadIfThereIsOne() {
        String page = "<title>T</title><div>around</div><main><p>inside</p></main><div>around</div>";
        assertThat(PageText.of(page, "http://a.example/", 1_000)).isEqualTo("T\n\ninside");
        assertThat(PageText.of("<main></main><div>around</div>", "http://a.example/", 1_000))
                .isEqualTo("around");
    }

    @Test
    void brokenHtmlIsReadAsFarAsItGoes() {
        assertThat(PageText.of("<p>one<p>two</div><li>three", "http://a.example/", 1_000))
                .isEqualTo("one\n\ntwo\n\n- three");
        assertThat(PageText.of("", "http://a.example/", 1_000)).isEmpty();
    }

    @Test
    void linksCannotMakeAPageGrowWithoutEnd() {
        String page = "<base href='http://a.example/" + "x".repeat(1_500) + "/'>" + "<a href=y>z</a> ".repeat(10_000);
        assertThat(PageText.of(page, "http://a.example/", 50_000)).hasSizeBetween(50_000, 60_000);
    }

    @Test
    void aPageNestedWithoutEndIsNoTrouble() {
        assertThat(PageText.of("<div>".repeat(200_000) + "deep", "http://a.example/", 1_000))
                .contains("deep");
    }
}
