package dev.switchboard.core.run;

/**
 * Who answers: a name, what it may do, and what does its work.
 *
 * @param engine which model or program that is, as people are told
 */
public record Agent(String name, String engine, Abilities abilities, Bodies bodies) {}
