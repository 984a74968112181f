package dev.switchboard.core.tool;

/**
 * A process group of the operating system.
 *
 * @param id its number, which the system will use again
 * @param started when its leader started, in whatever words tell two leaders with one number apart, also across a
 *     restart of the machine
 */
public record ProcessGroup(long id, String started) {}
