/** Vectorize on this machine: the v2 binding's methods over RPC. See docs/local-platform.md. */

import { WorkerEntrypoint } from "cloudflare:workers";

import { underFaults } from "../host/faults.js";
import { refuseMaps } from "../host/plain.js";
import { orderedError, vectorizeError } from "./errors.js";
import { readQueryOptions, readQueryVector } from "./query.js";
import { MAX_IDS_PER_DELETE, MAX_IDS_PER_GET, readId, readIds, readVectors } from "./vectors.js";

export { VectorizeIndex } from "./index.js";

export default { fetch: () => new Response(null, { status: 404 }) };

export class Vectorize extends WorkerEntrypoint {
  /** Adds vectors; one whose id exists is left as it is. */
  async insert(vectors) {
    return this.#write("insert", "VECTOR_INSERT", vectors);
  }

  /** Adds vectors or replaces them whole: values, namespace and metadata. */
  async upsert(vectors) {
    return this.#write("upsert", "VECTOR_UPSERT", vectors);
  }

  async deleteByIds(ids) {
    refuseMaps(ids, "ids");
    return this.#call("deleteByIds", "VECTOR_DELETE", ids?.length ?? 0, () => {
      const checked = readIds("VECTOR_DELETE", ids, MAX_IDS_PER_DELETE);
      return this.#index().mutate("delete", checked.map((id) => ({ id })));
    });
  }

  async getByIds(ids) {
    refuseMaps(ids, "ids");
    return this.#call("getByIds", "VECTOR_GET", ids?.length ?? 0, () =>
      this.#index().getByIds(readIds("VECTOR_GET", ids, MAX_IDS_PER_GET)),
    );
  }

  async query(vector, options) {
    refuseMaps(vector, "vector");
    refuseMaps(options, "options");
    return this.#call("query", "VECTOR_QUERY", 1, () => {
      const checked = readQueryOptions(asJson(options));
      return this.#index().query(readQueryVector(vector, this.#definition().dimensions), checked);
    });
  }

  async queryById(id, options) {
    refuseMaps(options, "options");
    return this.#call("queryById", "VECTOR_QUERY", 1, async () => {
      const checked = readQueryOptions(asJson(options));
      const vector = await this.#index().valuesOf(readId("VECTOR_QUERY", id));
      if (vector === null) throw vectorizeError("VECTOR_QUERY", null, `vector with id="${id}" not found`);
      return this.#index().query(vector, checked);
    });
  }

  async describe() {
    return this.#call("describe", "INDEX_GET", 0, () => this.#index().describe());
  }

  #write(kind, operation, vectors) {
    refuseMaps(vectors, "vectors");
    return this.#call(kind, operation, vectors?.length ?? 0, () =>
      this.#index().mutate(kind, readVectors(operation, vectors, this.#definition().dimensions)),
    );
  }

  /** Every answer is a plain object: an RPC stub of the index's own would hold its connection open. */
  #call(method, operation, items, work) {
    return underFaults(
      this.env,
      { target: "vectorize", method, items },
      { work: async () => await work(), raise: (fault) => orderedError(operation, fault) },
    );
  }

  #definition() {
    const definition = JSON.parse(this.env.INDEX);
    if (definition.metric !== "cosine") throw new Error(`local Vectorize: no metric ${definition.metric}`);
    return definition;
  }

  /** Dimensions are part of the name: in production they cannot change, another width is another index. */
  #index() {
    const { name, dimensions } = this.#definition();
    return this.env.STORE.getByName(`${name}-${dimensions}`);
  }
}

/** Options travel as JSON in production: undefined is dropped, NaN becomes null. */
function asJson(options) {
  return options === undefined ? undefined : JSON.parse(JSON.stringify(options));
}
