package dev.switchboard.tools.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebUrlTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "HTTP://Example.COM           | http://example.com/",
                "https://example.com.:443/a   | https://example.com/a",
                "http://example.com:8080?q=1  | http://example.com:8080/?q=1",
                "http://example.com/a b?c d#e | http://example.com/a%20b?c%20d",
                "http://example.com/50%/%41   | http://example.com/50%25/%41",
                "http://example.com/a/../b    | http://example.com/b",
                "http://example.com//a[1]     | http://example.com/a%5B1%5D",
                "https://köln.example/Köln    | https://xn--kln-sna.example/K%C3%B6ln",
                "http://my_host.example/      | http://my_host.example/",
                "http://[2001:DB8:0::1]/      | http://[2001:db8:0:0:0:0:0:1]/",
                "http://[::ffff:127.0.0.1]/   | http://127.0.0.1/",
            })
    void anAddressIsWrittenInOneWay(String written, String url) throws FetchFailed {
        assertThat(WebUrl.parse(written)).hasToString(url);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "example.com",
                "ftp://example.com/",
                "file:///etc/passwd",
                "http://",
                "http:///path",
                "http://exa mple.com/",
                "http://example.com\\@127.0.0.1/",
                "http://example.com:99999/",
                "http://example.com:80:80/",
                "http://-._.-..example/",
                "http://[::1/",
                "http://[fe80::1%25eth0]/",
                "http://[example]/",
                "http://example.com/\r\nHost: other",
                "http://127.0.0.1%2f@example.com/",
                "http://ex%61mple.com/"
            })
    void whatIsNoAddressOfTheWebIsRefused(String written) {
        assertThatThrownBy(() -> WebUrl.parse(written)).isInstanceOf(FetchFailed.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2130706433",
                "0x7f.1",
                "0x7f000001",
                "0177.0.0.1",
                "127.1",
                "127.0.0.1.1",
                "1.2.3.256",
                "1.2.3.0x4"
            })
    void anAddressInAnyOtherNotationIsRefused(String host) {
        assertThatThrownBy(() -> WebUrl.parse("http://" + host + "/"))
                .isInstanceOf(FetchFailed.class)
                .hasMessageContaining("four decimal numbers");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://a@127.0.0.1/", "http://example.com:80@127.0.0.1/", "http://user:pass@example.com/"})
    void aUserOrPasswordIsRefused(String written) {
        assertThatThrownBy(() -> WebUrl.parse(written))
                .isInstanceOf(FetchFailed.class)
                .hasMessageContaining("user name or password");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "https://other.example/x | https://other.example/x",
                "//other.example/x       | http://other.example/x",
                "/x?y                    | http://example.com:81/x?y",
                "x                       | http://example.com:81/a/x",
                "../x                    | http://example.com:81/x",
                "?z=2                    | http://example.com:81/a/b?z=2",
                "#part                   | http://example.com:81/a/b",
            })
    void aRedirectIsReadFromWhereItIs(String location, String url) throws FetchFailed {
        assertThat(WebUrl.parse("http://example.com:81/a/b?q=1").resolve(location))
                .hasToString(url);
    }

    @Test
    void aRedirectOutOfTheWebIsRefused() throws FetchFailed {
        WebUrl url = WebUrl.parse("http://example.com/");
        assertThatThrownBy(() -> url.resolve("file:///etc/passwd")).isInstanceOf(FetchFailed.class);
    }
}
