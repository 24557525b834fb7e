/**
 * Metadata filters: checked as production checks them, then asked of each vector's indexed metadata.
 *
 * Only fields declared in vectorize/index.json are indexed. A filter on any other field finds nothing, whatever its
 * operator: that is how production behaves when the metadata index was forgotten. A vector without the field matches
 * `null` and nothing else, also not $ne and $nin: no source says what production does, and fewer hits is the answer
 * that shows a mistake.
 */

import { byteLength, firstBytes } from "./bytes.js";
import { vectorizeError } from "./errors.js";
import { keyProblem } from "./vectors.js";

/** Compact JSON of a filter stays below this many bytes. */
export const FILTER_BYTES_LIMIT = 2048;
/** Bytes of a string that the metadata index keeps. */
export const INDEXED_STRING_BYTES = 64;
const LOWER = ["$gt", "$gte"];
const UPPER = ["$lt", "$lte"];
const LISTS = ["$in", "$nin"];
const OPERATORS = ["$eq", "$ne", ...LISTS, ...LOWER, ...UPPER];

/** @typedef {Record<string, string | number | boolean>} IndexedMetadata */
/** @typedef {Record<string, "string" | "number" | "boolean">} Filterable */
/** @typedef {{field: string, operator: string, operand: unknown}} Condition */

/**
 * @param {unknown} filter
 * @returns {Condition[]} all of which must hold; strings already cut to what an index keeps
 */
export function readFilter(filter) {
  if (filter === undefined || filter === null) return [];
  if (typeof filter !== "object" || Array.isArray(filter) || Object.keys(filter).length === 0) {
    throw invalid("must be a non-empty object");
  }
  if (byteLength(JSON.stringify(filter)) >= FILTER_BYTES_LIMIT) {
    throw invalid(`its compact JSON must be less than ${FILTER_BYTES_LIMIT} bytes`);
  }
  return Object.entries(filter).flatMap(([field, wanted]) => readField(field, wanted));
}

function readField(field, wanted) {
  const problem = keyProblem(field);
  if (problem) throw invalid(`key "${field}" ${problem}`);
  if (!isObject(wanted)) return [condition(field, "$eq", wanted)];
  const operators = Object.keys(wanted);
  const unknown = operators.filter((operator) => !OPERATORS.includes(operator));
  if (operators.length === 0 || unknown.length > 0) throw invalid(`key "${field}": unknown operator ${unknown}`);
  if (operators.length > 1 && !isRange(operators)) {
    throw invalid(`key "${field}": only a lower and an upper bound can stand together, not ${operators}`);
  }
  return operators.map((operator) => condition(field, operator, wanted[operator]));
}

function isRange(operators) {
  const lower = operators.filter((operator) => LOWER.includes(operator)).length;
  const upper = operators.filter((operator) => UPPER.includes(operator)).length;
  return operators.length === 2 && lower === 1 && upper === 1;
}

function condition(field, operator, operand) {
  const isList = LISTS.includes(operator);
  if (isList !== Array.isArray(operand)) throw invalid(`key "${field}": ${operator} takes a list or it does not`);
  const values = isList ? operand : [operand];
  const isBound = LOWER.includes(operator) || UPPER.includes(operator);
  const types = isBound ? ["string", "number"] : ["string", "number", "boolean"];
  const fits = (value) => types.includes(typeof value) || (value === null && !isBound && !isList);
  if (values.length === 0 || !values.every(fits)) throw invalid(`key "${field}": ${operator} cannot be asked of that`);
  const cut = values.map(indexedValue);
  return { field, operator, operand: isList ? cut : cut[0] };
}

/**
 * @param {Condition[]} conditions
 * @param {Filterable} filterable
 * @returns {(indexed: IndexedMetadata) => boolean}
 */
export function compileFilter(conditions, filterable) {
  if (conditions.some(({ field }) => !Object.hasOwn(filterable, field))) return () => false;
  return (indexed) => conditions.every(({ field, operator, operand }) => holds(indexed[field], operator, operand));
}

function holds(value, operator, operand) {
  if (operand === null) return (value === undefined) === (operator === "$eq");
  if (value === undefined) return false;
  switch (operator) {
    case "$eq":
      return value === operand;
    case "$ne":
      return value !== operand;
    case "$in":
      return operand.includes(value);
    case "$nin":
      return !operand.includes(value);
    default:
      return typeof value === typeof operand && within(value, operator, operand);
  }
}

function within(value, operator, bound) {
  if (operator === "$lt") return value < bound;
  if (operator === "$lte") return value <= bound;
  return operator === "$gt" ? value > bound : value >= bound;
}

/**
 * @param {Record<string, unknown>} metadata
 * @param {Filterable} filterable
 * @returns {IndexedMetadata} the declared fields that hold a value of their declared type; a dot in a name nests
 */
export function indexedMetadata(metadata, filterable) {
  const indexed = {};
  for (const [field, type] of Object.entries(filterable)) {
    const value = field.split(".").reduce((inner, key) => inner?.[key], metadata);
    if (typeof value === type) indexed[field] = indexedValue(value);
  }
  return indexed;
}

function indexedValue(value) {
  return typeof value === "string" ? firstBytes(value, INDEXED_STRING_BYTES) : value;
}

function isObject(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

function invalid(reason) {
  return vectorizeError("VECTOR_QUERY", 40026, `Failed to parse the request body as JSON: filter: ${reason}`);
}
