/** Asks the host process (local/host/server.py) over HTTP. */

/**
 * @param {{HOST_URL?: string}} env
 * @param {string} path
 * @param {unknown} [body] sent as JSON
 * @returns {Promise<Response>} a success
 * @throws {Error} naming host and path when it does not answer, or answers an error
 */
export async function askHost(env, path, body) {
  let response;
  try {
    response = await fetch(env.HOST_URL + path, { method: "POST", body: JSON.stringify(body) });
  } catch (cause) {
    throw new Error(`local host: ${env.HOST_URL}${path} does not answer (${cause.message})`, { cause });
  }
  if (!response.ok) throw new Error(`local host: ${path} answered ${response.status} ${await response.text()}`);
  return response;
}
