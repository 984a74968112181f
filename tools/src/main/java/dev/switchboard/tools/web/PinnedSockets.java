package dev.switchboard.tools.web;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * Opens connections to the very addresses that were checked: a name is resolved once, and who connects never asks for it
 * again, so that a name which answers differently the second time gains nothing.
 */
final class PinnedSockets {
    private final Names names;
    private final Addresses allowed;
    private final Supplier<SSLSocketFactory> tls;
    private final Duration limit;

    /** @param limit to resolve, connect and agree on keys */
    PinnedSockets(Names names, Addresses allowed, Supplier<SSLSocketFactory> tls, Duration limit) {
        this.names = names;
        this.allowed = allowed;
        this.tls = tls;
        this.limit = limit;
    }

    Socket open(WebUrl url) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        var addresses = new ArrayList<>(checked(url));
        while (true) {
            InetAddress address = addresses.removeFirst();
            // Each of those left gets its share of the time: the first may be a road that is closed.
            int share = millisUntil(deadline) / (addresses.size() + 1);
            try {
                return connected(url, address, share, deadline);
            } catch (FetchFailed e) {
                throw e;
            } catch (IOException e) {
                if (addresses.isEmpty() || Thread.currentThread().isInterrupted()) {
                    throw new FetchFailed("%s cannot be reached".formatted(url.authority()));
                }
            }
        }
    }

    /** One refused address refuses the name: a name that is public and private at once is up to no good. */
    private List<InetAddress> checked(WebUrl url) throws IOException, InterruptedException {
        List<InetAddress> addresses = addresses(url);
        for (InetAddress address : addresses) {
            Optional<String> what = allowed.refusal(address);
            if (what.isPresent()) {
                String leads = url.isLiteral() ? url.host() : url.host() + " leads to " + address.getHostAddress();
                throw new FetchFailed("%s, %s: only public addresses are fetched".formatted(leads, what.get()));
            }
        }
        return addresses;
    }

    private List<InetAddress> addresses(WebUrl url) throws IOException, InterruptedException {
        Optional<InetAddress> literal = url.literal();
        if (literal.isPresent()) {
            return List.of(literal.get());
        }
        try {
            return names.addresses(url.host());
        } catch (UnknownHostException e) {
            throw new FetchFailed("no host is called %s".formatted(url.host()));
        }
    }

    private Socket connected(WebUrl url, InetAddress address, int share, long deadline) throws IOException {
        // Not even a proxy of the JVM's settings may resolve the name again.
        Socket socket = new Socket(Proxy.NO_PROXY);
        try {
            socket.connect(new InetSocketAddress(address, url.port()), share);
            return url.secure() ? secured(socket, url, deadline) : socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private Socket secured(Socket socket, WebUrl url, long deadline) throws IOException {
        socket.setSoTimeout(millisUntil(deadline));
        SSLSocket secured = (SSLSocket) tls.get().createSocket(socket, url.host(), url.port(), true);
        SSLParameters parameters = secured.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        if (!url.isLiteral()) {
            parameters.setServerNames(List.of(new SNIHostName(url.host())));
        }
        secured.setSSLParameters(parameters);
        try {
            secured.startHandshake();
        } catch (SSLException e) {
            throw new FetchFailed("the secure connection to %s failed: %s".formatted(url.authority(), reason(e)));
        }
        socket.setSoTimeout(0); // the fetch as a whole has a limit
        return secured;
    }

    private static String reason(SSLException failure) {
        String words = String.valueOf(failure.getMessage());
        return words.contains("PKIX") ? "its certificate is not signed by anyone this machine trusts" : words;
    }

    private static int millisUntil(long deadline) {
        return (int) Math.max(1, (deadline - System.nanoTime()) / 1_000_000);
    }
}
