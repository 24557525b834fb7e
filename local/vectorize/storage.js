/**
 * The index on disk: what is visible, and the writes that were accepted but are not visible yet.
 *
 * local/host/index_dump.py reads these tables from outside; keep the two in step.
 */

const SCHEMA = `
CREATE TABLE IF NOT EXISTS vectors (id TEXT PRIMARY KEY, namespace TEXT, metadata TEXT, numbers BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS mutations (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT, mutation_id TEXT NOT NULL, kind TEXT NOT NULL,
  accepted_at INTEGER NOT NULL, visible_at INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS changes (
  position INTEGER PRIMARY KEY AUTOINCREMENT, sequence INTEGER NOT NULL, id TEXT NOT NULL,
  namespace TEXT, metadata TEXT, numbers BLOB
);
CREATE INDEX IF NOT EXISTS changes_by_sequence ON changes (sequence);
CREATE TABLE IF NOT EXISTS processed (one INTEGER PRIMARY KEY CHECK (one = 1), mutation_id TEXT, accepted_at INTEGER);
`;

/** @typedef {"insert"|"upsert"|"delete"} Kind */
/** @typedef {{sequence: number, mutation_id: string, kind: Kind, accepted_at: number}} Mutation */

export class Storage {
  /** @param {SqlStorage} sql */
  constructor(sql) {
    this.sql = sql;
    sql.exec(SCHEMA);
  }

  /**
   * Accepts a write; it becomes visible `delay` milliseconds from `now`, never before an earlier one.
   *
   * @param {Kind} kind
   * @param {(import("./vectors.js").StoredVector | {id: string})[]} vectors
   * @param {{now: number, delay: number}} times
   * @returns {string} the mutation's id
   */
  accept(kind, vectors, { now, delay }) {
    const mutationId = crypto.randomUUID();
    const latest = this.sql.exec("SELECT max(visible_at) AS latest FROM mutations").one().latest ?? 0;
    const { sequence } = this.sql
      .exec(
        "INSERT INTO mutations (mutation_id, kind, accepted_at, visible_at) VALUES (?, ?, ?, ?) RETURNING sequence",
        mutationId,
        kind,
        now,
        Math.max(now + delay, latest),
      )
      .one();
    for (const { id, namespace = null, metadata = null, values = null } of vectors) {
      this.sql.exec(
        "INSERT INTO changes (sequence, id, namespace, metadata, numbers) VALUES (?, ?, ?, ?, ?)",
        sequence,
        id,
        namespace,
        metadata,
        values && bytesOf(values),
      );
    }
    return mutationId;
  }

  /** @param {number} now @returns {Mutation[]} accepted writes whose time has come, in order */
  due(now) {
    return this.sql.exec("SELECT * FROM mutations WHERE visible_at <= ? ORDER BY sequence", now).toArray();
  }

  /** Makes one write visible. @param {Mutation} mutation @returns {string[]} the ids it touched */
  settle({ sequence, mutation_id, kind, accepted_at }) {
    if (kind === "delete") {
      this.sql.exec("DELETE FROM vectors WHERE id IN (SELECT id FROM changes WHERE sequence = ?)", sequence);
    } else {
      const conflict = kind === "insert" ? "IGNORE" : "REPLACE";
      this.sql.exec(
        `INSERT OR ${conflict} INTO vectors (id, namespace, metadata, numbers)
         SELECT id, namespace, metadata, numbers FROM changes WHERE sequence = ? ORDER BY position`,
        sequence,
      );
    }
    this.sql.exec("INSERT OR REPLACE INTO processed VALUES (1, ?, ?)", mutation_id, accepted_at);
    const touched = this.sql.exec("SELECT DISTINCT id FROM changes WHERE sequence = ?", sequence).toArray();
    this.sql.exec("DELETE FROM changes WHERE sequence = ?", sequence);
    this.sql.exec("DELETE FROM mutations WHERE sequence = ?", sequence);
    return touched.map(({ id }) => id);
  }

  /** @returns {IterableIterator<import("./vectors.js").StoredVector>} every visible vector */
  *all() {
    for (const row of this.sql.exec("SELECT id, namespace, metadata, numbers FROM vectors")) yield fromRow(row);
  }

  /** @param {string} id @returns {import("./vectors.js").StoredVector | null} */
  find(id) {
    const [row] = this.sql.exec("SELECT id, namespace, metadata, numbers FROM vectors WHERE id = ?", id).toArray();
    return row === undefined ? null : fromRow(row);
  }

  /** @returns {{mutation_id: string, accepted_at: number} | null} the latest visible write */
  processed() {
    return this.sql.exec("SELECT mutation_id, accepted_at FROM processed").toArray()[0] ?? null;
  }
}

function bytesOf(values) {
  return values.buffer.slice(values.byteOffset, values.byteOffset + values.byteLength);
}

function fromRow({ id, namespace, metadata, numbers }) {
  return { id, namespace, metadata, values: new Float32Array(numbers) };
}
