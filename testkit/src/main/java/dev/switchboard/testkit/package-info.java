/**
 * What tests of every module share: a model that says what it is told to, a device to talk with, and the contracts that
 * every implementation of a port passes.
 */
@NullMarked
package dev.switchboard.testkit;

import org.jspecify.annotations.NullMarked;
