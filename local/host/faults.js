/** Asks the host process whether this call was ordered to fail, and carries out what all targets have in common. */

import { askHost } from "./client.js";

/**
 * @typedef {object} Fault
 * @property {"error"|"status"|"slow"|"kill"|"short"|"narrow"|"uneven"|"not_finite"} kind
 * @property {"before"|"after"} when whether the call's own work is done first
 * @property {number} [code] for "error": the code the service would give
 * @property {string} [message] for "error": text instead of the usual one
 * @property {number} [status] for "status": HTTP status of a reply that is not JSON
 * @property {number} [milliseconds] for "slow"
 */

/**
 * Runs one call of a simulated service under the orders given to the host.
 *
 * Reports the call to the host (which counts it), lets a fault strike before or after the work, and hands a fault
 * that changes the reply to `spoil`. With FAULTS other than "on" the work runs alone and the host is not asked.
 *
 * @template T
 * @param {{FAULTS?: string, HOST_URL?: string}} env
 * @param {{target: string, method: string, items: number}} call
 * @param {{work: () => Promise<T>, raise: (fault: Fault) => Error, spoil?: (result: T, fault: Fault) => T}} steps
 * @returns {Promise<T>}
 */
export async function underFaults(env, call, { work, raise, spoil }) {
  if (env.FAULTS !== "on") return work();
  const fault = await takeFault(env, call);
  if (fault?.when === "before") await strike(env, fault, raise);
  const result = await work();
  if (fault?.when !== "after") return result;
  await strike(env, fault, raise);
  return spoil ? spoil(result, fault) : result;
}

/** @returns {Promise<Fault | null>} */
async function takeFault(env, call) {
  const response = await askHost(env, "/faults/take", call);
  return response.status === 204 ? null : response.json();
}

async function strike(env, fault, raise) {
  if (fault.kind === "error" || fault.kind === "status") throw raise(fault);
  if (fault.kind === "slow") await new Promise((resolve) => setTimeout(resolve, fault.milliseconds));
  // The process is dead before an answer comes, so this await never returns.
  if (fault.kind === "kill") await askHost(env, "/faults/kill");
}
