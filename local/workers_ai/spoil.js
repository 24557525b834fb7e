/** Replies that are successes by their status and wrong in their content. */

/**
 * @param {{shape: number[], data: (number | null)[][], pooling: string}} reply
 * @param {import("../host/faults.js").Fault} fault
 */
export function spoil(reply, fault) {
  const { shape, data, pooling } = reply;
  switch (fault.kind) {
    case "short": // one vector fewer than texts
      return { shape: [data.length - 1, shape[1]], data: data.slice(0, -1), pooling };
    case "narrow": // vectors of another model's width
      return { shape: [data.length, shape[1] - 1], data: data.map((vector) => vector.slice(0, -1)), pooling };
    case "uneven": // the right count of numbers, the first one of the last vector at the end of the first vector
      return { shape, data: data.with(0, [...data[0], data.at(-1)[0]]).with(-1, data.at(-1).slice(1)), pooling };
    case "not_finite": // NaN, which JSON writes as null
      return { shape, data: data.map((vector) => [null, ...vector.slice(1)]), pooling };
    default:
      return reply;
  }
}
