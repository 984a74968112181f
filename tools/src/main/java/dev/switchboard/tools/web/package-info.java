/**
 * What an agent can do on the web: fetch a page, search.
 *
 * <p>Start at {@link dev.switchboard.tools.web.WebFetch}. A page is fetched by a small HTTP client of our own, because the
 * connection must go to the very address that was checked, and the JDK's client resolves the name by itself. A search goes
 * to the engine the operator has configured, through the JDK's client.
 */
@NullMarked
package dev.switchboard.tools.web;

import org.jspecify.annotations.NullMarked;
