/** Sizes in UTF-8, which is how Vectorize counts. */

const encoder = new TextEncoder();

/** @param {string} text */
export function byteLength(text) {
  return encoder.encode(text).length;
}

/**
 * @param {string} text
 * @param {number} limit bytes
 * @returns the longest whole-character beginning of at most `limit` bytes
 */
export function firstBytes(text, limit) {
  const scratch = new Uint8Array(limit);
  return text.slice(0, encoder.encodeInto(text, scratch).read);
}
