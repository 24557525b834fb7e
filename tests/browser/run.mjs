// Loads Pyodide and the packages from this server, runs session.py in it, and returns the text that it makes.
export async function run(settings) {
  const { loadPyodide } = await import("/pyodide/pyodide.mjs");
  const pyodide = await loadPyodide({ indexURL: "/pyodide/" });
  pyodide.unpackArchive(await (await fetch("/packages.zip")).arrayBuffer(), "zip");
  const session = await (await fetch("/session.py")).text();
  pyodide.runPython(session);
  return pyodide.globals.get("session")(pyodide.toPy(settings));
}

export async function report(work) {
  const outcome = await work.then((text) => ({ text }), (error) => ({ error: String(error) }));
  await fetch("/outcome", { method: "POST", body: JSON.stringify(outcome) });
}
