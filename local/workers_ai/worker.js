/** Workers AI on this machine: the binding's `run` for embedding models, over RPC. See docs/local-platform.md. */

import { WorkerEntrypoint } from "cloudflare:workers";

import { underFaults } from "../host/faults.js";
import { refuseMaps } from "../host/plain.js";
import { embed } from "./embedder.js";
import { ServiceError, codedError, plainError } from "./errors.js";
import { readInputs } from "./inputs.js";
import { MODELS } from "./models.js";
import { spoil } from "./spoil.js";

export default { fetch: () => new Response(null, { status: 404 }) };

export class AI extends WorkerEntrypoint {
  /**
   * @param {string} model
   * @param {Record<string, unknown>} inputs
   * @param {{returnRawResponse?: boolean}} [options]
   * @returns the parsed reply; with `returnRawResponse` a Response, whatever the status
   * @throws {Error} named "AiError" with the message "<internal code>: <description>", without `returnRawResponse`
   */
  async run(model, inputs, options = {}) {
    refuseMaps(inputs, "inputs");
    refuseMaps(options, "options");
    try {
      const reply = await this.#answer(model, inputs);
      return options?.returnRawResponse ? jsonResponse(200, JSON.stringify(reply)) : reply;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (!options?.returnRawResponse) throw error.thrown;
      return new Response(error.body, { status: error.status, headers: { "content-type": error.contentType } });
    }
  }

  #answer(model, inputs) {
    const call = { target: "ai", method: "run", items: countTexts(inputs) };
    return underFaults(this.env, call, {
      work: () => this.#embed(model, inputs),
      raise: (fault) => (fault.kind === "status" ? plainError(fault.status) : codedError(fault.code, fault.message)),
      spoil,
    });
  }

  async #embed(model, inputs) {
    const known = MODELS.get(model);
    if (known === undefined) throw codedError(5007, `No such model ${model} or task`);
    // Inputs travel as JSON in production: what JSON drops or changes must be dropped or changed here too.
    const { texts, pooling } = readInputs(JSON.parse(JSON.stringify(inputs ?? {})), known);
    const data = await embed(this.env, texts, known.dimensions);
    return { shape: [data.length, known.dimensions], data, pooling };
  }
}

function countTexts(inputs) {
  const text = inputs?.text;
  return Array.isArray(text) ? text.length : 1;
}

function jsonResponse(status, body) {
  return new Response(body, { status, headers: { "content-type": "application/json" } });
}
