@NullMarked
package dev.switchboard.edge.auth;

import org.jspecify.annotations.NullMarked;
