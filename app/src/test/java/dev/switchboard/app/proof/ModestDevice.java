package dev.switchboard.app.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.testkit.Device;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** One that only wants an answer, again and again, whatever others do meanwhile. */
final class ModestDevice {
    private static final Duration SOON = Duration.ofSeconds(15);
    private static final int AT_LEAST = 20;

    private ModestDevice() {}

    static void isAnsweredWhile(GatewayChild gateway, BooleanSupplier goesOn) throws InterruptedException {
        long longest = 0;
        int asked = 0;
        try (var device = Device.connect(gateway.channel(), "modest")) {
            do {
                long before = System.nanoTime();
                device.message("m-" + asked, "hello " + asked++);
                assertThat(device.next(SOON)).describedAs("its ack").isNotNull();
                assertThat(device.next(SOON)).describedAs("its answer").isNotNull();
                longest = Math.max(longest, System.nanoTime() - before);
                assertThat(gateway.request("/readyz").statusCode()).isEqualTo(200);
            } while (asked < AT_LEAST || goesOn.getAsBoolean());
        }
        System.out.printf("%d answers meanwhile, the slowest after %d ms%n", asked, longest / 1_000_000);
    }
}
