/** Where vectors come from: the real model in the host process, or what is computed here. */

import { askHost } from "../host/client.js";
import { embedInstantly } from "./instant.js";
import { embedNgrams } from "./ngram.js";

/** Numbers per vector of the model in the host process (multilingual-e5-small). */
const HOST_DIMENSIONS = 384;

/**
 * @param {{EMBEDDER?: string, HOST_URL?: string}} env
 * @param {string[]} texts
 * @param {number} dimensions
 * @returns {Promise<number[][]>} one vector per text, in order
 */
export async function embed(env, texts, dimensions) {
  if (env.EMBEDDER === "ngram") return texts.map((text) => embedNgrams(text, dimensions));
  if (env.EMBEDDER === "instant") return texts.map((text) => embedInstantly(text, dimensions));
  if (env.EMBEDDER !== "e5") {
    throw new Error(`local Workers AI: EMBEDDER is "e5", "ngram" or "instant", not "${env.EMBEDDER}"`);
  }
  if (dimensions !== HOST_DIMENSIONS) {
    throw new Error(
      `local Workers AI: the real model has ${HOST_DIMENSIONS} dimensions, this one ${dimensions}: ` +
        'use bge-small-en-v1.5, or EMBEDDER = "ngram"',
    );
  }
  return embedOnHost(env, texts);
}

async function embedOnHost(env, texts) {
  if (texts.length === 0) return [];
  const response = await askHost(env, "/embed", { texts });
  const numbers = new Float32Array(await response.arrayBuffer());
  return texts.map((_, row) => Array.from(numbers.subarray(row * HOST_DIMENSIONS, (row + 1) * HOST_DIMENSIONS)));
}
