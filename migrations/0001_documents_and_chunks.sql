-- What the stored vectors were made with: a mismatch refuses to serve rather than mix vectors of two models.
CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL -- JSON
) STRICT, WITHOUT ROWID;

CREATE TABLE documents (
    key INTEGER PRIMARY KEY,
    namespace TEXT NOT NULL,
    id TEXT NOT NULL,
    title TEXT NOT NULL,
    metadata TEXT NOT NULL, -- a JSON object
    vector_metadata TEXT NOT NULL, -- its declared filter fields, as each vector of the document carries them
    text_hash TEXT NOT NULL,
    content_hash TEXT NOT NULL, -- of text, title, metadata and chunking: the document's version
    chunking TEXT NOT NULL, -- JSON: what the text was cut with
    head TEXT NOT NULL, -- the text before the first chunk
    chunk_count INTEGER NOT NULL,
    chunk_characters INTEGER NOT NULL, -- of the chunks' contents, overlaps counted in each
    created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ')),
    updated_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ')),
    UNIQUE (namespace, id)
) STRICT;

-- How many there are, without counting: kept in step by the triggers below.
CREATE TABLE totals (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    documents INTEGER NOT NULL,
    chunks INTEGER NOT NULL,
    characters INTEGER NOT NULL -- of the chunks' titles and contents, for the lexical scores
) STRICT;

INSERT INTO totals VALUES (1, 0, 0, 0);

CREATE TRIGGER documents_inserted AFTER INSERT ON documents BEGIN
    UPDATE totals SET
        documents = documents + 1,
        chunks = chunks + new.chunk_count,
        characters = characters + new.chunk_characters + new.chunk_count * length(new.title);
END;

CREATE TRIGGER documents_deleted AFTER DELETE ON documents BEGIN
    UPDATE totals SET
        documents = documents - 1,
        chunks = chunks - old.chunk_count,
        characters = characters - old.chunk_characters - old.chunk_count * length(old.title);
END;

CREATE TRIGGER documents_updated AFTER UPDATE OF chunk_count, chunk_characters, title ON documents BEGIN
    UPDATE totals SET
        chunks = chunks - old.chunk_count + new.chunk_count,
        characters = characters - old.chunk_characters - old.chunk_count * length(old.title)
            + new.chunk_characters + new.chunk_count * length(new.title);
END;

-- A chunk that stands here is live: what an ingest removes leaves this table in the same transaction, and its vector
-- is dropped through the outbox.
CREATE TABLE chunks (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE, -- the vector's id too
    document_key INTEGER NOT NULL REFERENCES documents (key),
    ordinal INTEGER NOT NULL,
    start_offset INTEGER NOT NULL, -- code points of the document's text, [start, end)
    end_offset INTEGER NOT NULL,
    separator TEXT, -- set when the chunk holds records
    title TEXT NOT NULL, -- the document's, repeated for the lexical index
    content TEXT NOT NULL,
    gap TEXT NOT NULL -- the text between this chunk and the next, which no chunk holds
) STRICT;

CREATE INDEX chunks_by_document ON chunks (document_key, ordinal);

-- Where the vector index lags behind: one row for each chunk id, the newest intent. A row of operation 'delete' is
-- the tombstone of a chunk. docs/storage.md has the states. Times are milliseconds since 1970.
CREATE TABLE outbox (
    chunk_id TEXT PRIMARY KEY,
    operation TEXT NOT NULL CHECK (operation IN ('upsert', 'refresh', 'delete')),
    queued_at INTEGER NOT NULL, -- since when the index lags
    lease TEXT, -- who is sending it
    leased_until INTEGER NOT NULL DEFAULT 0, -- before that nobody else sends it, whoever held the lease
    mutation_id TEXT, -- set once the index took it, until it is known to be visible
    sent_at INTEGER,
    tried_at INTEGER NOT NULL DEFAULT 0,
    attempts INTEGER NOT NULL DEFAULT 0, -- that failed
    error TEXT -- of the latest that failed
) STRICT, WITHOUT ROWID;

CREATE INDEX outbox_by_lease ON outbox (lease) WHERE lease IS NOT NULL;

-- Requests to ingest that were answered before they were done. The request's text stands in parts, since a row takes
-- 2,000,000 bytes; the parts go when the job is done.
CREATE TABLE jobs (
    id TEXT PRIMARY KEY,
    namespace TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('queued', 'done')),
    document_ids TEXT NOT NULL, -- a JSON list
    attempts INTEGER NOT NULL DEFAULT 0,
    outcomes TEXT, -- JSON, by the latest attempt
    created_at INTEGER NOT NULL, -- milliseconds since 1970
    updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE job_parts (
    job_id TEXT NOT NULL REFERENCES jobs (id),
    part INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (job_id, part)
) STRICT, WITHOUT ROWID;

CREATE VIRTUAL TABLE chunks_fts USING fts5 (
    title,
    content,
    content = 'chunks',
    content_rowid = 'key',
    tokenize = 'unicode61 remove_diacritics 2'
);

CREATE VIRTUAL TABLE chunks_vocabulary USING fts5vocab (chunks_fts, 'row');

-- 'delete' must be given the very values that were indexed, or the index is corrupted: hence the OLD ones.
CREATE TRIGGER chunks_inserted AFTER INSERT ON chunks BEGIN
    INSERT INTO chunks_fts (rowid, title, content) VALUES (new.key, new.title, new.content);
END;

CREATE TRIGGER chunks_deleted AFTER DELETE ON chunks BEGIN
    INSERT INTO chunks_fts (chunks_fts, rowid, title, content) VALUES ('delete', old.key, old.title, old.content);
END;

CREATE TRIGGER chunks_updated AFTER UPDATE OF title, content ON chunks BEGIN
    INSERT INTO chunks_fts (chunks_fts, rowid, title, content) VALUES ('delete', old.key, old.title, old.content);
    INSERT INTO chunks_fts (rowid, title, content) VALUES (new.key, new.title, new.content);
END;
