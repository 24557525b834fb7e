-- What the lexical scores need of the whole corpus, in one row: to count the chunks would read every one of them for
-- each question.
CREATE TABLE corpus_totals (
    key INTEGER PRIMARY KEY CHECK (key = 1),
    chunks INTEGER NOT NULL,
    characters INTEGER NOT NULL -- of titles and contents
) STRICT;

INSERT INTO corpus_totals (key, chunks, characters)
SELECT 1, count(*), coalesce(sum(length(title) + length(content)), 0) FROM chunks;

CREATE TRIGGER totals_chunk_inserted AFTER INSERT ON chunks BEGIN
    UPDATE corpus_totals SET
        chunks = chunks + 1,
        characters = characters + length(new.title) + length(new.content);
END;

CREATE TRIGGER totals_chunk_deleted AFTER DELETE ON chunks BEGIN
    UPDATE corpus_totals SET
        chunks = chunks - 1,
        characters = characters - length(old.title) - length(old.content);
END;

CREATE TRIGGER totals_chunk_updated AFTER UPDATE OF title, content ON chunks BEGIN
    UPDATE corpus_totals SET
        characters = characters
            + length(new.title) + length(new.content) - length(old.title) - length(old.content);
END;

-- The vectors of a chunk's sentences, so that trimming it again needs no model. One row for a chunk and not for a
-- sentence: a row written costs as much as fifty tokens embedded. It goes when the chunk goes.
CREATE TABLE sentence_vectors (
    chunk_key INTEGER PRIMARY KEY REFERENCES chunks (key) ON DELETE CASCADE,
    packed BLOB NOT NULL -- hash and vector of one sentence after the other: winnow.services.packing
) STRICT;

-- The vectors of the last questions. The hash is all that is kept of their text.
CREATE TABLE query_vectors (
    key INTEGER PRIMARY KEY, -- ascends with time
    hash TEXT NOT NULL UNIQUE, -- hex
    vector BLOB NOT NULL -- float32, little-endian
) STRICT;
