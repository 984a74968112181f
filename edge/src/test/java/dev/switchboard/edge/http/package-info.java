@NullMarked
package dev.switchboard.edge.http;

import org.jspecify.annotations.NullMarked;
