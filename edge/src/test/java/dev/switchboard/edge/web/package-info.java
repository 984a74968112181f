@NullMarked
package dev.switchboard.edge.web;

import org.jspecify.annotations.NullMarked;
