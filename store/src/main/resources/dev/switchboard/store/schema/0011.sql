-- The words of the index themselves, in their order: what it keeps of words that were taken out is found by them.
CREATE VIRTUAL TABLE said_word USING fts5vocab (said_words, instance);
