package dev.switchboard.edge.api;

import static dev.switchboard.edge.api.TestGateway.OPERATOR;
import static dev.switchboard.edge.api.TestGateway.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.core.identity.Scope;
import dev.switchboard.edge.auth.TestRequest;
import dev.switchboard.edge.net.Response;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/** Those who ask for events and do not read them. */
class EventMemoryTest {
    private static final String PATH = "/api/sessions/s/events";
    private static final int LONG = 100_000;

    private final TestGateway gateway = new TestGateway();
    private final String greedy = gateway.tokenWith(Scope.TASK_READ);
    private final String modest = gateway.tokenWith(Scope.TASK_READ);

    @Test
    void whoLeavesTheMostPagesUnreadLosesItsStreamsAndOthersAreServed() {
        for (int i = 0; i < 4; i++) {
            gateway.ledger.say("s", "x".repeat(LONG));
        }
        var streams = new ArrayList<Deaf>();
        for (int i = 0; i < 10; i++) {
            streams.add(new Deaf(open(greedy)));
        }

        // A mebibyte in all is less than three of these.
        await().untilAsserted(
                        () -> assertThat(streams.stream().filter(Deaf::isCut)).hasSizeGreaterThanOrEqualTo(7));
        assertThat(gateway.pages.held()).isLessThanOrEqualTo(gateway.pages.limit());
        assertThat(gateway.ask(TestRequest.get(PATH).bearer(modest)).status()).isEqualTo(200);
        streams.forEach(Deaf::cut);
        await().untilAsserted(() -> assertThat(gateway.pages.held()).isZero());
    }

    @Test
    void aPageThatWouldBeTooMuchIsRefusedInWordsToWhoHoldsMost() {
        for (int i = 0; i < 6; i++) {
            gateway.ledger.say("s", "x".repeat(LONG));
        }
        var stream = new Deaf(open(greedy));
        await().untilAsserted(() -> assertThat(gateway.pages.held()).isEqualTo(6L * LONG));

        // The same user holds most, and of its parts this one is the largest.
        gateway.ledger.say("s", "x".repeat(LONG));
        assertError(gateway.ask(TestRequest.get(PATH).bearer(greedy)), 503, "busy");
        assertThat(stream.isCut()).isFalse();
        stream.cut();
    }

    @Test
    void aRevokedStreamThatNobodyReadsIsCutAtOnceAndLetsItsPageGo() {
        gateway.ledger.say("s", "x".repeat(LONG));
        var reader = gateway.tokens.given(null, Scope.TASK_READ);
        var stream = new Deaf(open(reader.secret()));
        await().untilAsserted(() -> assertThat(gateway.pages.held()).isEqualTo(LONG));

        gateway.ask(TestRequest.delete("/api/tokens/" + reader.token().id()).bearer(OPERATOR));

        assertThat(stream.isCut()).isTrue();
        await().untilAsserted(() -> assertThat(gateway.pages.held()).isZero());
    }

    @Test
    void sixtyFourStreamsOfOneTokenAreEnough() {
        gateway.ledger.say("s", "hello");
        var streams = new ArrayList<Deaf>();
        for (int i = 0; i < SessionsApi.MOST_STREAMS; i++) {
            streams.add(new Deaf(open(greedy)));
        }
        await().untilAsserted(() -> assertThat(gateway.open.size()).isEqualTo(SessionsApi.MOST_STREAMS));

        assertError(gateway.ask(request(greedy)), 429, "too_many_streams");
        streams.add(new Deaf(open(modest)));

        streams.getFirst().cut();
        await().untilAsserted(() ->
                assertThat(gateway.router.handle(request(greedy).build())).isInstanceOf(Response.Streamed.class));
        streams.forEach(Deaf::cut);
        await().untilAsserted(() -> assertThat(gateway.open.size()).isZero());
    }

    private static TestRequest request(String secret) {
        return TestRequest.get(PATH).header("Accept", "text/event-stream").bearer(secret);
    }

    private Response.BodyWriter open(String secret) {
        return ((Response.Streamed) gateway.router.handle(request(secret).build())).writer();
    }
}
