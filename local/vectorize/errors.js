/** Vectorize's errors in the words of the binding: `<OPERATION>_ERROR (code = <code>): <text>`. */

/** @typedef {"INDEX_GET"|"VECTOR_QUERY"|"VECTOR_INSERT"|"VECTOR_UPSERT"|"VECTOR_GET"|"VECTOR_DELETE"} Operation */

/** Texts for faults that are ordered by code alone; production fills in the numbers. */
const ORDERED_TEXTS = new Map([
  [40005, "metadata index does not exist"],
  [40006, "invalid query vector, expected 384 dimensions, and got 0 dimensions"],
  [40007, "too many ids in payload; max id count is 100, got 101"],
  [40008, "id too long; max is 64 bytes, got 65 bytes"],
  [40012, 'invalid vector for id="0", expected 384 dimensions, and got 0 dimensions'],
  [40016, "oversized metadata; the compact JSON representation of the metadata must not exceed 10240 bytes"],
  [40023, "failed to parse upsert vectors request in json format"],
  [40025, "max top K is 50, but got 60"],
  [40026, "Failed to parse the request body as JSON"],
  [40041, "Too Many Requests"],
]);

/**
 * @param {Operation} operation
 * @param {number | null} code null where no report names production's code: the binding then leaves it out
 * @param {string} text
 */
export function vectorizeError(operation, code, text) {
  return new Error(`${operation}_ERROR${code === null ? "" : ` (code = ${code})`}: ${text}`, {
    cause: new Error(text),
  });
}

/** @param {Operation} operation @param {import("../host/faults.js").Fault} fault */
export function orderedError(operation, fault) {
  // The binding has no JSON to read a code from, and says only the status (the odd plus sign is production's own).
  if (fault.kind === "status") return new Error(`${operation}_ERROR: Status + ${fault.status}`);
  return vectorizeError(operation, fault.code, fault.message ?? ORDERED_TEXTS.get(fault.code) ?? "unknown error");
}
