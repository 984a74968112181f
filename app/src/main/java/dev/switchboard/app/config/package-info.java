/**
 * What a person may configure: one JSON file with comments, decoded into records that hold their own defaults and
 * checks.
 *
 * <p>Start at {@link dev.switchboard.app.config.Config} for what there is, and at
 * {@link dev.switchboard.app.config.ConfigLoader} for how a file becomes one. A new key is a new record component and
 * nothing else: {@link dev.switchboard.app.config.RecordDecoder} reads the names and types from the records.
 */
@NullMarked
package dev.switchboard.app.config;

import org.jspecify.annotations.NullMarked;
