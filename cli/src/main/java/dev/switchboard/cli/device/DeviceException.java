package dev.switchboard.cli.device;

/** The device cannot work here. The message is one line for a person. */
public final class DeviceException extends RuntimeException {
    DeviceException(String message, Throwable cause) {
        super(message, cause);
    }
}
