package dev.switchboard.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OfflineModelTest {
    @Test
    void saysThatItIsNoModelAndRepeatsWhatItHeard() {
        assertThat(answer("你好")).contains("\"你好\"").contains("No language model is connected");
    }

    @ParameterizedTest
    @ValueSource(strings = {"What did I say?", "what did i say", "tell me what I said before"})
    void remembersWhatWasSaid(String question) {
        assertThat(answer("buy milk", "call mum", question)).isEqualTo("You said:\n- buy milk\n- call mum");
    }

    @Test
    void hasNothingToRememberAtFirst() {
        assertThat(answer("what did I say")).contains("not said anything");
    }

    @Test
    void helpTellsHowToConnectAModel() {
        assertThat(answer("Help!")).contains("ANTHROPIC_API_KEY").contains("Ollama");
    }

    @Test
    void theListenerHearsTheWholeAnswer() {
        var heard = new StringBuilder();
        var reply = new OfflineModel()
                .answer(
                        new ModelRequest(null, List.of(new ModelMessage.User("hello")), List.of(), null),
                        new ModelListener() {
                            @Override
                            public void text(String delta) {
                                heard.append(delta);
                            }
                        });
        assertThat(heard.toString()).isEqualTo(reply.text());
    }

    private static String answer(String... said) {
        var messages = new ArrayList<ModelMessage>();
        for (int i = 0; i < said.length; i++) {
            if (i > 0) {
                messages.add(ModelMessage.Assistant.text("ok"));
            }
            messages.add(new ModelMessage.User(said[i]));
        }
        return new OfflineModel()
                .answer(new ModelRequest(null, messages, List.of(), null), ModelListener.NONE)
                .text();
    }
}
