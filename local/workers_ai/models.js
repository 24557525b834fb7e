/** The embedding models that exist here, by the names production uses. */

/** @typedef {{dimensions: number, takesPooling: boolean}} Model */

/** @type {ReadonlyMap<string, Model>} */
export const MODELS = new Map([
  ["@cf/baai/bge-small-en-v1.5", { dimensions: 384, takesPooling: true }],
  ["@cf/baai/bge-base-en-v1.5", { dimensions: 768, takesPooling: true }],
  ["@cf/baai/bge-large-en-v1.5", { dimensions: 1024, takesPooling: true }],
  ["@cf/baai/bge-m3", { dimensions: 1024, takesPooling: false }],
]);
