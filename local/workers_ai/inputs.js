/** What the embedding models accept, checked in the order and with the words of a JSON schema as production does. */

import { codedError } from "./errors.js";

/** Most texts in one call. */
export const MAX_TEXTS = 100;
/** Largest body, in UTF-8 bytes. Nowhere documented; users report refusals at about one megabyte for text. */
export const MAX_REQUEST_BYTES = 1_000_000;
const POOLINGS = ["mean", "cls"];

/**
 * @param {Record<string, unknown>} inputs as they arrived, already without what JSON drops
 * @param {import("./models.js").Model} model
 * @returns {{texts: string[], pooling: "mean" | "cls"}}
 * @throws {import("./errors.js").ServiceError} 3006 too large, 5006 against the schema
 */
export function readInputs(inputs, model) {
  if (new TextEncoder().encode(JSON.stringify(inputs)).length > MAX_REQUEST_BYTES) throw codedError(3006);
  if (inputs.requests !== undefined || inputs.contexts !== undefined) {
    throw new Error("local Workers AI: only the {text} form is simulated, not {requests} or {contexts}");
  }
  if (inputs.text === undefined) throw schemaError("required properties at '/' are 'text'");
  return { texts: readTexts(inputs.text), pooling: readPooling(inputs.pooling, model) };
}

function readTexts(text) {
  const texts = Array.isArray(text) ? text : [text];
  if (texts.length > MAX_TEXTS) {
    throw schemaError(`oneOf at '/text' not met, 0 matches: Length of '/text' must be <= ${MAX_TEXTS}`);
  }
  texts.forEach((item, position) => {
    const path = Array.isArray(text) ? `/text/${position}` : "/text";
    if (typeof item !== "string") throw schemaError(`Type mismatch of '${path}', '${typeName(item)}' not in 'string'`);
    if (item.length === 0) throw schemaError(`Length of '${path}' must be >= 1`);
  });
  return texts;
}

function readPooling(pooling, model) {
  if (!model.takesPooling) return "cls";
  if (pooling === undefined) return "mean";
  if (!POOLINGS.includes(pooling)) throw schemaError(`Value of '/pooling' must be one of '${POOLINGS.join(",")}'`);
  return pooling;
}

function schemaError(reason) {
  return codedError(5006, `Error: oneOf at '/' not met, 0 matches: ${reason}`);
}

function typeName(value) {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
