/**
 * From a request to its handler: gates, route, access, and the headers and errors that every answer shares.
 *
 * <p>Start at {@link dev.switchboard.edge.http.Router}. A route cannot be made without saying who may use it
 * ({@link dev.switchboard.edge.http.Access}), and {@link dev.switchboard.edge.http.Router#routes()} is the table that a
 * test walks.
 */
@NullMarked
package dev.switchboard.edge.http;

import org.jspecify.annotations.NullMarked;
