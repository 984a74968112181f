package dev.switchboard.tools.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PublicAddressesTest {
    private final Addresses addresses = new PublicAddresses();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.1.1.1",
                "9.255.255.255",
                "11.0.0.0",
                "93.184.216.34",
                "100.63.255.255",
                "100.128.0.0",
                "172.15.255.255",
                "172.32.0.0",
                "192.0.1.1",
                "223.255.255.255",
                "2606:4700:4700::1111",
                "2a00:1450:4001::1",
                "2002:101:101::1",
                "64:ff9b::101:101"
            })
    void thePublicInternetIsAllowed(String address) {
        assertThat(addresses.refusal(InetAddress.ofLiteral(address))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "0.0.0.0, unspecified",
        "0.1.2.3, unspecified",
        "10.0.0.1, private",
        "10.255.255.255, private",
        "100.64.0.1, inner",
        "100.100.100.200, inner",
        "127.0.0.1, loopback",
        "127.255.255.254, loopback",
        "168.63.129.16, cloud",
        "169.254.169.254, link-local",
        "172.16.0.1, private",
        "172.31.255.255, private",
        "192.0.0.192, reserved",
        "192.0.2.1, documentation",
        "192.88.99.1, reserved",
        "192.168.1.1, private",
        "198.18.0.1, benchmarks",
        "198.19.255.255, benchmarks",
        "198.51.100.1, documentation",
        "203.0.113.1, documentation",
        "224.0.0.1, multicast",
        "240.0.0.1, reserved",
        "255.255.255.255, reserved",
        "::, unspecified",
        "::1, loopback",
        "::127.0.0.1, reserved",
        "fc00::1, private",
        "fd00:ec2::254, private",
        "fe80::1, link-local",
        "febf::1, link-local",
        "fec0::1, private",
        "ff02::1, multicast",
        "2001:db8::1, documentation",
        "3fff::1, documentation",
        "2001::1, reserved",
        "2001:2::1, reserved",
        "100::1, reserved",
        "64:ff9b:1::1, reserved",
        "::ffff:127.0.0.1, loopback",
        "::ffff:10.0.0.1, private",
        "64:ff9b::7f00:1, loopback",
        "64:ff9b::a9fe:a9fe, link-local",
        "2002:7f00:1::1, loopback",
        "2002:c0a8:101::1, private"
    })
    void everythingElseIsRefusedAndNamed(String address, String what) {
        assertThat(addresses.refusal(InetAddress.ofLiteral(address)))
                .hasValueSatisfying(words -> assertThat(words).contains(what));
    }

    @Test
    void aMappedAddressMadeOfBytesIsSeenThrough() throws UnknownHostException {
        byte[] bytes = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, 127, 0, 0, 1};
        InetAddress mapped = Inet6Address.getByAddress(null, bytes, -1);
        assertThat(mapped.getAddress()).hasSize(16);
        assertThat(addresses.refusal(mapped)).contains("a loopback address");
    }
}
