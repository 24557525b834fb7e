/**
 * The instant embedder: hashed character n-grams, signed and L2-normalised. It knows spelling, not meaning.
 *
 * The same algorithm as local/host/ngram.py, held equal by a test. Lower-case text with runs of white space made one
 * blank and one blank put at either end; each gram of 3 and 4 code points is hashed (FNV-1a, 32 bits, over UTF-8);
 * the hash modulo the dimensions is the place, its highest bit the sign.
 */

const GRAM_LENGTHS = [3, 4];
// Spelled out, because what counts as white space differs between JavaScript and Python.
const BLANKS = /[\0\t\n\v\f\r \u00a0]+/u;
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const encoder = new TextEncoder();

/**
 * @param {string} text
 * @param {number} dimensions
 * @returns {number[]} a unit vector of float32 values; the first axis when the text has no gram that counts
 */
export function embedNgrams(text, dimensions) {
  const sums = new Float64Array(dimensions);
  const points = Array.from(` ${text.toLowerCase().split(BLANKS).filter(Boolean).join(" ")} `);
  for (const length of GRAM_LENGTHS) {
    for (let start = 0; start + length <= points.length; start += 1) {
      const hash = fnv1a(encoder.encode(points.slice(start, start + length).join("")));
      sums[hash % dimensions] += hash >>> 31 ? -1 : 1;
    }
  }
  return normalised(sums);
}

function fnv1a(bytes) {
  let hash = FNV_OFFSET;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, FNV_PRIME) >>> 0;
  return hash;
}

function normalised(sums) {
  const length = Math.sqrt(sums.reduce((total, value) => total + value * value, 0));
  if (length === 0) sums[0] = 1;
  return Array.from(sums, (value) => Math.fround(length === 0 ? value : value / length));
}
