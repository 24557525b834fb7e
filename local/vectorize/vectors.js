/** Checks the vectors of a write as production does: one bad vector refuses the whole call. */

import { byteLength } from "./bytes.js";
import { vectorizeError } from "./errors.js";

export const MAX_VECTORS_PER_WRITE = 1000;
export const MAX_IDS_PER_DELETE = 100;
export const MAX_IDS_PER_GET = 20;
export const MAX_ID_BYTES = 64;
export const MAX_NAMESPACE_BYTES = 64;
export const MAX_METADATA_BYTES = 10_240;
const VECTOR_FIELDS = ["id", "values", "namespace", "metadata"];
const UNPARSEABLE = "failed to parse upsert vectors request in json format";

/** @typedef {{id: string, namespace: string | null, metadata: string | null, values: Float32Array}} StoredVector */

/**
 * @param {import("./errors.js").Operation} operation
 * @param {unknown} vectors
 * @param {number} dimensions of the index
 * @returns {StoredVector[]} metadata as compact JSON
 */
export function readVectors(operation, vectors, dimensions) {
  if (!Array.isArray(vectors)) throw new TypeError("vectors must be an array");
  if (vectors.length === 0) throw vectorizeError(operation, null, "no vectors in payload");
  if (vectors.length > MAX_VECTORS_PER_WRITE) {
    const text = `too many vectors in payload; max vector count is ${MAX_VECTORS_PER_WRITE}, got ${vectors.length}`;
    throw vectorizeError(operation, null, text);
  }
  return vectors.map((vector) => readVector(operation, vector, dimensions));
}

function readVector(operation, vector, dimensions) {
  const unknown = Object.keys(vector ?? {}).filter((key) => !VECTOR_FIELDS.includes(key));
  if (unknown.length > 0) throw new TypeError(`local Vectorize: a vector has no field ${unknown.join(", ")}`);
  const id = readId(operation, vector?.id);
  return {
    id,
    namespace: readNamespace(operation, vector.namespace),
    metadata: readMetadata(operation, id, vector.metadata),
    values: readStoredValues(operation, id, vector.values, dimensions),
  };
}

/** @param {import("./errors.js").Operation} operation @param {unknown} id @returns {string} */
export function readId(operation, id) {
  if (typeof id !== "string" || !id.isWellFormed()) throw vectorizeError(operation, 40023, UNPARSEABLE);
  if (id === "") throw vectorizeError(operation, null, "id must not be empty");
  const bytes = byteLength(id);
  if (bytes > MAX_ID_BYTES) {
    throw vectorizeError(operation, 40008, `id too long; max is ${MAX_ID_BYTES} bytes, got ${bytes} bytes`);
  }
  return id;
}

/**
 * @param {import("./errors.js").Operation} operation
 * @param {unknown} ids
 * @param {number} limit
 * @returns {string[]}
 */
export function readIds(operation, ids, limit) {
  if (!Array.isArray(ids)) throw new TypeError("ids must be an array");
  if (ids.length === 0) throw vectorizeError(operation, null, "no ids in payload");
  if (ids.length > limit) {
    throw vectorizeError(operation, 40007, `too many ids in payload; max id count is ${limit}, got ${ids.length}`);
  }
  return ids.map((id) => readId(operation, id));
}

/** @param {import("./errors.js").Operation} operation @param {unknown} namespace @returns {string | null} */
export function readNamespace(operation, namespace) {
  if (namespace === undefined || namespace === null) return null;
  if (typeof namespace !== "string" || !namespace.isWellFormed()) throw vectorizeError(operation, 40023, UNPARSEABLE);
  const bytes = byteLength(namespace);
  if (bytes > MAX_NAMESPACE_BYTES) {
    const text = `namespace too long; max is ${MAX_NAMESPACE_BYTES} bytes, got ${bytes} bytes`;
    throw vectorizeError(operation, null, text);
  }
  return namespace;
}

/**
 * @param {unknown} values numbers or a typed array
 * @returns {Float32Array | null} null when not every number is a finite float32
 */
export function toFloat32(values) {
  const isVector = Array.isArray(values) || values instanceof Float32Array || values instanceof Float64Array;
  if (!isVector || (Array.isArray(values) && values.some((value) => typeof value !== "number"))) return null;
  const numbers = Float32Array.from(values);
  return numbers.every(Number.isFinite) ? numbers : null;
}

function readStoredValues(operation, id, values, dimensions) {
  const numbers = toFloat32(values);
  // A number that is not finite is null in JSON, which production's parser refuses.
  if (numbers === null) throw vectorizeError(operation, 40023, UNPARSEABLE);
  if (numbers.length !== dimensions) {
    const got = `expected ${dimensions} dimensions, and got ${numbers.length} dimensions`;
    throw vectorizeError(operation, 40012, `invalid vector for id="${id}", ${got}`);
  }
  return numbers;
}

function readMetadata(operation, id, metadata) {
  if (metadata === undefined || metadata === null) return null;
  if (typeof metadata !== "object" || Array.isArray(metadata)) throw vectorizeError(operation, 40023, UNPARSEABLE);
  const compact = JSON.stringify(metadata);
  // A lone surrogate survives JSON.stringify as an escape that production cannot decode.
  if (/\\ud[89a-f]/i.test(compact) && !wellFormed(metadata)) throw vectorizeError(operation, 40023, UNPARSEABLE);
  const bytes = byteLength(compact);
  if (bytes > MAX_METADATA_BYTES) {
    const limit = `the compact JSON representation of the metadata must not exceed ${MAX_METADATA_BYTES} bytes`;
    throw vectorizeError(operation, 40016, `oversized metadata for vector id="${id}"; ${limit}, got ${bytes} bytes`);
  }
  checkKeys(operation, id, metadata);
  return compact;
}

function checkKeys(operation, id, metadata) {
  for (const [key, value] of Object.entries(metadata)) {
    const bad = keyProblem(key) ?? (key.includes(".") ? "must not contain a dot" : null);
    if (bad) throw vectorizeError(operation, null, `invalid metadata key for vector id="${id}": ${bad}`);
    if (value !== null && typeof value === "object" && !Array.isArray(value)) checkKeys(operation, id, value);
  }
}

/** @param {string} key of metadata or of a filter @returns {string | null} what is wrong with it */
export function keyProblem(key) {
  if (key === "") return "must not be empty";
  if (key.length > 512) return "must be at most 512 characters";
  if (key.startsWith("$")) return "must not start with $";
  return key.includes('"') ? 'must not contain "' : null;
}

function wellFormed(value) {
  if (typeof value === "string") return value.isWellFormed();
  if (value === null || typeof value !== "object") return true;
  return Object.entries(value).every(([key, item]) => key.isWellFormed() && wellFormed(item));
}
