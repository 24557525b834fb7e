/** A Worker for tests alone: turns an HTTP request into one RPC call on a binding and tells what came of it. */

const TAGS = {
  map: (entries) => new Map(entries),
  set: (items) => new Set(items),
  float32: (numbers) => Float32Array.from(numbers),
  float64: (numbers) => Float64Array.from(numbers),
  number: (name) => Number(name), // "NaN", "Infinity": what JSON cannot carry
};

export default {
  async fetch(request, env) {
    const { binding, method, args } = await request.json();
    try {
      const value = await env[binding][method](...args.map(revive));
      if (value instanceof Response) return Response.json({ response: await describeResponse(value) });
      return Response.json({ value });
    } catch (error) {
      return Response.json({ error: { name: error.name, message: error.message } });
    }
  },
};

/** `{"$map": [[key, value], ...]}` and its like become the JavaScript value that JSON has no word for. */
function revive(value) {
  if (Array.isArray(value)) return value.map(revive);
  if (value === null || typeof value !== "object") return value;
  const [[key, inner] = []] = Object.entries(value);
  if (key?.startsWith("$") && key.slice(1) in TAGS) return TAGS[key.slice(1)](revive(inner));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, revive(item)]));
}

async function describeResponse(response) {
  return {
    status: response.status,
    contentType: response.headers.get("content-type"),
    body: await response.text(),
  };
}
