/** Checks a query's vector and options as production does. */

import { vectorizeError } from "./errors.js";
import { readFilter } from "./filter.js";
import { readNamespace, toFloat32 } from "./vectors.js";

export const DEFAULT_TOP_K = 5;
export const MAX_TOP_K = 100;
/** Most hits when values or whole metadata are to come with them. */
export const MAX_TOP_K_WITH_CONTENT = 50;
const OPTIONS = ["topK", "namespace", "filter", "returnValues", "returnMetadata"];
const METADATA_LEVELS = ["none", "indexed", "all"];

/**
 * @typedef {object} QueryOptions
 * @property {number} topK
 * @property {string | null} namespace
 * @property {import("./filter.js").Condition[]} conditions
 * @property {boolean} returnValues
 * @property {"none"|"indexed"|"all"} returnMetadata
 */

/** @param {Record<string, unknown> | undefined} options @returns {QueryOptions} */
export function readQueryOptions(options) {
  const given = options ?? {};
  const unknown = Object.keys(given).filter((key) => !OPTIONS.includes(key));
  if (unknown.length > 0) {
    throw new TypeError(`local Vectorize: no query option ${unknown.join(", ")}; production would ignore it`);
  }
  const returnMetadata = readMetadataLevel(given.returnMetadata);
  const returnValues = given.returnValues ?? false;
  if (typeof returnValues !== "boolean") throw unparseable("returnValues: expected a boolean");
  return {
    topK: readTopK(given.topK, returnValues || returnMetadata === "all"),
    namespace: readNamespace("VECTOR_QUERY", given.namespace),
    conditions: readFilter(given.filter),
    returnValues,
    returnMetadata,
  };
}

/** @param {unknown} values @param {number} dimensions @returns {Float32Array} */
export function readQueryVector(values, dimensions) {
  const vector = toFloat32(values);
  if (vector === null) throw unparseable("vector: expected a list of finite numbers");
  if (vector.length !== dimensions) {
    const got = `expected ${dimensions} dimensions, and got ${vector.length} dimensions`;
    throw vectorizeError("VECTOR_QUERY", 40006, `invalid query vector, ${got}`);
  }
  return vector;
}

function readMetadataLevel(level) {
  if (level === undefined || level === null) return "none";
  // The binding turns true into "all" but lets false through, which the service then cannot read.
  if (level === true) return "all";
  if (level === false) throw unparseable("returnMetadata: expected value");
  if (!METADATA_LEVELS.includes(level)) {
    throw new Error(
      `Invalid returnMetadata option. Expected: true, false, "none", "indexed" or "all"; got: ${level}`,
    );
  }
  return level;
}

function readTopK(topK, withContent) {
  if (topK === undefined || topK === null) return DEFAULT_TOP_K;
  if (!Number.isInteger(topK) || topK < 1) throw unparseable("topK: expected a positive integer");
  if (withContent && topK > MAX_TOP_K_WITH_CONTENT) {
    const limit = `max top K is ${MAX_TOP_K_WITH_CONTENT}, but got ${topK}`;
    const advice = "for a top K up to 100, retry with returnValues=false and returnMetadata=indexed";
    throw vectorizeError(
      "VECTOR_QUERY",
      40025,
      `with returnValues=true or returnMetadata=all, ${limit}; ${advice}`,
    );
  }
  if (topK > MAX_TOP_K) throw vectorizeError("VECTOR_QUERY", 40025, `max top K is ${MAX_TOP_K}, but got ${topK}`);
  return topK;
}

function unparseable(reason) {
  return vectorizeError("VECTOR_QUERY", 40026, `Failed to parse the request body as JSON: ${reason}`);
}
