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
