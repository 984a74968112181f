@NullMarked
package dev.switchboard.tools.files;

import org.jspecify.annotations.NullMarked;
