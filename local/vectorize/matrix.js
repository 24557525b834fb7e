/** All vectors of the index in memory, one row each, for exact search: 20,000 of 384 numbers are 30 MB. */

/**
 * @typedef {object} Row
 * @property {string} id
 * @property {string | null} namespace
 * @property {Record<string, unknown> | null} metadata
 * @property {import("./filter.js").IndexedMetadata} indexed
 * @property {number} norm
 */

const FIRST_CAPACITY = 256;

export class Matrix {
  /** @param {number} dimensions */
  constructor(dimensions) {
    this.dimensions = dimensions;
    /** @type {Row[]} */
    this.rows = [];
    /** @type {Map<string, number>} */
    this.places = new Map();
    this.numbers = new Float32Array(FIRST_CAPACITY * dimensions);
  }

  get size() {
    return this.rows.length;
  }

  /** @param {Omit<Row, "norm">} row @param {Float32Array} values */
  set(row, values) {
    const place = this.places.get(row.id) ?? this.rows.length;
    this.#reserve(place + 1);
    this.numbers.set(values, place * this.dimensions);
    this.places.set(row.id, place);
    this.rows[place] = { ...row, norm: Math.sqrt(dot(values, 0, values)) };
  }

  /** Moves the last row into the place that becomes free. @param {string} id */
  delete(id) {
    const place = this.places.get(id);
    if (place === undefined) return;
    const last = this.rows.length - 1;
    this.numbers.copyWithin(place * this.dimensions, last * this.dimensions, (last + 1) * this.dimensions);
    this.rows[place] = this.rows[last];
    this.places.set(this.rows[place].id, place);
    this.rows.pop();
    this.places.delete(id);
  }

  /** @param {string} id @returns {{row: Row, values: Float32Array} | null} */
  get(id) {
    const place = this.places.get(id);
    return place === undefined ? null : { row: this.rows[place], values: this.#values(place) };
  }

  /**
   * Exact cosine, best first, equal scores by id; a vector of length zero scores 0.
   *
   * @param {Float32Array} vector
   * @param {{topK: number, accepts: (row: Row) => boolean}} options
   * @returns {{row: Row, score: number, values: Float32Array}[]}
   */
  nearest(vector, { topK, accepts }) {
    const norm = Math.sqrt(dot(vector, 0, vector));
    const hits = [];
    this.rows.forEach((row, place) => {
      if (!accepts(row)) return;
      const lengths = norm * row.norm;
      const score = lengths === 0 ? 0 : dot(this.numbers, place * this.dimensions, vector) / lengths;
      hits.push({ row, score, place });
    });
    hits.sort((one, other) => other.score - one.score || (one.row.id < other.row.id ? -1 : 1));
    return hits.slice(0, topK).map(({ row, score, place }) => ({ row, score, values: this.#values(place) }));
  }

  #values(place) {
    return this.numbers.subarray(place * this.dimensions, (place + 1) * this.dimensions);
  }

  #reserve(rows) {
    if (rows * this.dimensions <= this.numbers.length) return;
    const larger = new Float32Array(this.numbers.length * 2);
    larger.set(this.numbers);
    this.numbers = larger;
  }
}

function dot(numbers, start, vector) {
  let sum = 0;
  for (let position = 0; position < vector.length; position += 1) sum += numbers[start + position] * vector[position];
  return sum;
}
