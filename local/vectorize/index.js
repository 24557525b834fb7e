/** The index itself: a Durable Object with its vectors in SQLite and, once they are asked for, in memory. */

import { DurableObject } from "cloudflare:workers";

import { compileFilter, indexedMetadata } from "./filter.js";
import { Matrix } from "./matrix.js";
import { Storage } from "./storage.js";

export class VectorizeIndex extends DurableObject {
  /** @type {Matrix | null} */
  #matrix = null;

  constructor(ctx, env) {
    super(ctx, env);
    this.definition = JSON.parse(env.INDEX);
    this.delay = Number(env.VISIBILITY_DELAY_MS ?? 0);
    this.storage = new Storage(ctx.storage.sql);
  }

  /**
   * @param {import("./storage.js").Kind} kind
   * @param {(import("./vectors.js").StoredVector | {id: string})[]} vectors
   * @returns {{mutationId: string}}
   */
  mutate(kind, vectors) {
    const mutationId = this.storage.accept(kind, vectors, { now: Date.now(), delay: this.delay });
    this.#settle();
    return { mutationId };
  }

  /**
   * @param {Float32Array} vector
   * @param {import("./query.js").QueryOptions} options
   */
  query(vector, { topK, namespace, conditions, returnValues, returnMetadata }) {
    const passes = compileFilter(conditions, this.definition.filterable);
    const accepts = (row) => (namespace === null || row.namespace === namespace) && passes(row.indexed);
    const matches = this.#visible()
      .nearest(vector, { topK, accepts })
      .map(({ row, score, values }) => ({
        id: row.id,
        score,
        ...(row.namespace !== null && { namespace: row.namespace }),
        ...(returnValues && { values: Array.from(values) }),
        ...(returnMetadata === "all" && row.metadata !== null && { metadata: row.metadata }),
        ...(returnMetadata === "indexed" && { metadata: row.indexed }),
      }));
    return { count: matches.length, matches };
  }

  /** @param {string} id @returns {Float32Array | null} */
  valuesOf(id) {
    return this.#visible().get(id)?.values.slice() ?? null;
  }

  /** @param {string[]} ids @returns the vectors that exist, in the order asked for */
  getByIds(ids) {
    const matrix = this.#visible();
    return ids.flatMap((id) => {
      const found = matrix.get(id);
      if (found === null) return [];
      const { namespace, metadata } = found.row;
      return {
        id,
        values: Array.from(found.values),
        ...(namespace !== null && { namespace }),
        ...(metadata !== null && { metadata }),
      };
    });
  }

  describe() {
    const vectorCount = this.#visible().size;
    const processed = this.storage.processed();
    return {
      vectorCount,
      dimensions: this.definition.dimensions,
      ...(processed !== null && {
        processedUpToDatetime: new Date(processed.accepted_at).toISOString(),
        processedUpToMutation: processed.mutation_id,
      }),
    };
  }

  #visible() {
    this.#settle();
    if (this.#matrix === null) {
      this.#matrix = new Matrix(this.definition.dimensions);
      for (const vector of this.storage.all()) this.#remember(vector);
    }
    return this.#matrix;
  }

  #settle() {
    for (const mutation of this.storage.due(Date.now())) {
      const touched = this.storage.settle(mutation);
      if (this.#matrix === null) continue;
      for (const id of touched) {
        const vector = this.storage.find(id);
        if (vector === null) this.#matrix.delete(id);
        else this.#remember(vector);
      }
    }
  }

  #remember({ id, namespace, metadata, values }) {
    const parsed = metadata === null ? null : JSON.parse(metadata);
    const indexed = indexedMetadata(parsed ?? {}, this.definition.filterable);
    this.#matrix.set({ id, namespace, metadata: parsed, indexed }, values);
  }
}
