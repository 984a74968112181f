package dev.switchboard.cli.device;

import dev.switchboard.cli.approve.ApprovalClient;
import dev.switchboard.cli.remote.CommandException;
import dev.switchboard.cli.remote.GatewayFolder;
import dev.switchboard.cli.remote.OwnName;
import dev.switchboard.cli.remote.RemoteOptions;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who can answer what a message waits for: this person here, if the gateway is the one whose data folder they can read, or
 * else whoever types the command that is named.
 *
 * @param channel where the device connects
 * @param data where the gateway's folder would be
 * @param named whether it was named, and has to be named again
 */
record Approver(URI channel, Path data, boolean named) {
    private static final Set<String> THIS_MACHINE = Set.of("127.0.0.1", "localhost", "[::1]");
    private static final int DEFAULT_PORT = 18080;

    /** Looked at anew each time: a gateway that started again may have a new token. */
    Optional<ApprovalClient> here() {
        var url = ownGateway();
        if (url == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(new ApprovalClient(RemoteOptions.of(url, data).gateway(Map.of())));
        } catch (CommandException e) {
            return Optional.empty(); // the token is not for this user to read
        }
    }

    /** The gateway that has the folder, if it is the one we talk to: a token goes to the gateway that made it. */
    private @Nullable URI ownGateway() {
        try {
            var holder = GatewayFolder.holder(data);
            var url = holder == null ? null : holder.url();
            return url != null && port(url) == port(channel) && isSameHost(url) ? url : null;
        } catch (IOException e) {
            return null; // another user's
        }
    }

    private boolean isSameHost(URI url) {
        return THIS_MACHINE.contains(channel.getHost()) || channel.getHost().equals(url.getHost());
    }

    private static int port(URI url) {
        if (url.getPort() >= 0) {
            return url.getPort();
        }
        return Set.of("wss", "https").contains(url.getScheme()) ? 443 : 80;
    }

    /** What somebody types to see it and to answer. */
    String command() {
        var command = new StringBuilder("approve");
        if (!THIS_MACHINE.contains(channel.getHost()) || port(channel) != DEFAULT_PORT) {
            command.append(" --url ")
                    .append("wss".equals(channel.getScheme()) ? "https" : "http")
                    .append("://")
                    .append(channel.getAuthority());
        }
        if (named) {
            command.append(" --data ").append(data);
        }
        return OwnName.command(command.toString());
    }
}
