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
    content_hash TEXT NOT NULL,
    created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ')),
    updated_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ')),
    UNIQUE (namespace, id)
) STRICT;

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
    content TEXT NOT NULL
) STRICT;

CREATE INDEX chunks_by_document ON chunks (document_key, ordinal);

-- Vector writes that the index has not taken yet, the newest for each id.
CREATE TABLE outbox (
    chunk_id TEXT PRIMARY KEY,
    operation TEXT NOT NULL CHECK (operation IN ('upsert', 'delete')),
    created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ'))
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
