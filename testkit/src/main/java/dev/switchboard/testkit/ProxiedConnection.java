package dev.switchboard.testkit;

import dev.switchboard.testkit.CuttingProxy.Way;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** One connection through a {@link CuttingProxy}: a socket on either side, a {@link Flow} each way. */
final class ProxiedConnection {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Socket device;
    private final Socket gateway = new Socket();
    private final Flow toGateway;
    private final Flow toDevice;
    private final Runnable onTorn;
    private final Consumer<ProxiedConnection> onEnd;
    private final AtomicBoolean ended = new AtomicBoolean();

    ProxiedConnection(Socket device, Runnable onTorn, Consumer<ProxiedConnection> onEnd) {
        this.device = device;
        this.toGateway = new Flow(device, gateway);
        this.toDevice = new Flow(gateway, device);
        this.onTorn = onTorn;
        this.onEnd = onEnd;
    }

    /** Carries bytes both ways until both sides have ended; on the caller's thread and one of these. */
    void run(InetSocketAddress target, Executor threads) {
        try {
            device.setTcpNoDelay(true);
            gateway.setTcpNoDelay(true);
            gateway.connect(target, (int) PATIENCE.toMillis());
            threads.execute(() -> carry(toDevice, toGateway));
        } catch (IOException | RejectedExecutionException _) {
            cut(); // nobody is there, or the proxy is closing
            return;
        }
        carry(toGateway, toDevice);
    }

    /** Both sides see a reset. */
    boolean cut() {
        return end(true, false);
    }

    /** Both sides see an end, in the middle of whatever they were told. */
    boolean close() {
        return end(false, false);
    }

    Flow flow(Way way) {
        return way == Way.TO_GATEWAY ? toGateway : toDevice;
    }

    boolean isHalfClosed() {
        return toGateway.isHalfClosed() || toDevice.isHalfClosed();
    }

    void heal() {
        toGateway.heal();
        toDevice.heal();
    }

    private void carry(Flow flow, Flow other) {
        try {
            if (!flow.carry()) {
                end(false, true);
            } else if (other.isHalfClosed()) {
                close();
            }
        } catch (IOException _) {
            passOn();
        } catch (InterruptedException _) {
            cut();
        }
    }

    /** A failure of one side is news for the other, and comes no faster than what else is told on a stalled connection. */
    private void passOn() {
        try {
            toGateway.awaitPassage();
            toDevice.awaitPassage();
        } catch (InterruptedException _) {
            // It ends either way.
        }
        cut();
    }

    private boolean end(boolean reset, boolean torn) {
        if (!ended.compareAndSet(false, true)) {
            return false;
        }
        if (torn) {
            onTorn.run(); // counted before anybody can see that it is gone
        }
        end(device, reset);
        end(gateway, reset);
        heal();
        onEnd.accept(this);
        return true;
    }

    private static void end(Socket socket, boolean reset) {
        try (socket) {
            if (reset) {
                socket.setOption(StandardSocketOptions.SO_LINGER, 0);
            }
        } catch (IOException _) {
            // The other side was faster.
        }
    }
}
