package dev.switchboard.providers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The start of a gateway must not pay for a vendor's client it may never use. */
class LazinessTest {
    /** What a gateway does at its start, in a JVM of its own that tells what it loads. */
    static final class Start {
        private Start() {}

        public static void main(String[] args) throws InterruptedException {
            Models models = new Models();
            new ModelChoice(Map.of(), Optional::empty).choose(null);
            ModelSettings settings = ModelSettings.of("openai/gpt-5-mini").at("http://localhost:1/v1", null);
            System.out.println("window " + ContextWindows.tokens(settings));
            if (args.length > 0) {
                models.open(settings);
            }
        }
    }

    @Test
    void nothingOfTheLibraryIsLoadedBeforeAModelIsOpened() throws Exception {
        assertThat(classesLoaded()).contains("window 400000").doesNotContain("dev.langchain4j", "java.net.http");
        assertThat(classesLoaded("open"))
                .contains("dev.langchain4j.model.openai")
                .doesNotContain("model.anthropic");
    }

    private static String classesLoaded(String... args) throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var command = new ArrayList<>(
                List.of(java, "-Xlog:class+load", "-cp", System.getProperty("java.class.path"), Start.class.getName()));
        command.addAll(List.of(args));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
        return output;
    }
}
