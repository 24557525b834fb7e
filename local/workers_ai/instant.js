/**
 * The embedder that costs next to nothing, for measuring the Worker and not a model: a few microseconds a text.
 *
 * Vectors are pseudorandom, seeded by the text: equal texts have equal vectors, all others are about orthogonal.
 */

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * @param {string} text
 * @param {number} dimensions
 * @returns {number[]} a unit vector
 */
export function embedInstantly(text, dimensions) {
  let state = seed(text);
  const numbers = [];
  let squares = 0;
  for (let place = 0; place < dimensions; place += 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    const number = state / 0x80000000;
    squares += number * number;
    numbers.push(number);
  }
  const length = Math.sqrt(squares);
  for (let place = 0; place < dimensions; place += 1) numbers[place] /= length;
  return numbers;
}

/** FNV-1a over UTF-16 units, never 0: xorshift would stay there. */
function seed(text) {
  let hash = FNV_OFFSET;
  for (let place = 0; place < text.length; place += 1) hash = Math.imul(hash ^ text.charCodeAt(place), FNV_PRIME);
  return hash || 1;
}
