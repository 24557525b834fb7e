/** Refusing a JS Map: production's bindings serialise one to `{}` and lose it without a word; here it is an error. */

/**
 * @param {unknown} value any value that came over RPC
 * @param {string} where its name in the error, e.g. "options"
 * @throws {TypeError} when the value is a Map or Set, or holds one at any depth
 */
export function refuseMaps(value, where) {
  if (value instanceof Map || value instanceof Set) {
    throw new TypeError(
      `${where} is a JS ${value.constructor.name}, which production would send as {} and lose: ` +
        "convert it with Object.fromEntries",
    );
  }
  if (value === null || typeof value !== "object" || ArrayBuffer.isView(value)) return;
  if (Array.isArray(value)) {
    value.forEach((item, position) => {
      if (typeof item === "object") refuseMaps(item, `${where}[${position}]`);
    });
    return;
  }
  for (const [key, item] of Object.entries(value)) refuseMaps(item, `${where}.${key}`);
}
