@NullMarked
package dev.switchboard.edge.api;

import org.jspecify.annotations.NullMarked;
