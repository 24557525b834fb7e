/** Workers AI's errors: internal code -> HTTP status, name and description, as its documentation lists them. */

const CATALOGUE = new Map([
  [3003, [400, "Incomplete request", "Request is missing headers or body"]],
  [3006, [413, "Request too large", "Request is too large"]],
  [3007, [408, "Timeout", "Request timeout"]],
  [3008, [408, "Aborted", "Request was aborted"]],
  [
    3036,
    [
      429,
      "Account limited",
      "You have used up your daily free allocation of 10,000 neurons. " +
        "Please upgrade to Cloudflare's Workers Paid plan if you would like to continue usage.",
    ],
  ],
  [3040, [429, "Out of capacity", "Capacity temporarily exceeded, please try again."]],
  [3042, [404, "Invalid model ID", "The model name is invalid"]],
  // Not in the documentation's table, but what the running service gives for the same cause as 3036 (user reports).
  [
    4006,
    [
      429,
      "Account limited",
      "you have used up your daily free allocation of 10,000 neurons, " +
        "please upgrade to Cloudflare's Workers Paid plan if you would like to continue usage.",
    ],
  ],
  [5004, [400, "Invalid data", "Invalid data type for base64 input: undefined"]],
  [5006, [400, "Invalid input", "Error: oneOf at '/' not met"]],
  [5007, [400, "No such model", "No such model or task"]],
  [5035, [403, "Model requires Workers Paid", "Model requires Workers Paid plan"]],
]);

/** An answer of the service that is not a success, before the binding turns it into an exception or a Response. */
export class ServiceError extends Error {
  /** @param {number} status @param {string} contentType @param {string} body @param {Error} thrown */
  constructor(status, contentType, body, thrown) {
    super(thrown.message);
    this.status = status;
    this.contentType = contentType;
    this.body = body;
    this.thrown = thrown;
  }
}

/**
 * @param {number} code one of Workers AI's internal codes
 * @param {string} [description] instead of the catalogue's
 */
export function codedError(code, description) {
  const [status, , usual] = CATALOGUE.get(code) ?? [500, "", "Unknown internal error"];
  const text = description ?? usual;
  const body = JSON.stringify({ internalCode: code, name: "AiError", message: text, description: text });
  return new ServiceError(status, "application/json", body, namedError("AiError", `${code}: ${text}`));
}

/**
 * A failure in front of the service: its body is not JSON, and the binding makes the whole text the message.
 *
 * @param {number} status
 */
export function plainError(status) {
  const body = `<html><body><h1>${status}</h1></body></html>`;
  return new ServiceError(status, "text/html", body, namedError("InferenceUpstreamError", body));
}

function namedError(name, message) {
  const error = new Error(message);
  error.name = name;
  return error;
}
