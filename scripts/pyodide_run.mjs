// Runs a Python file inside Pyodide, the interpreter of a Worker, with src/ on its path.
// Usage: node scripts/pyodide_run.mjs FILE.py < input      FILE finds the input in the file named by sys.argv[1].
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { loadPyodide } from "../node_modules/pyodide/pyodide.mjs";

const sources = new URL("../src", import.meta.url).pathname;

function copyTree(fileSystem, from, to) {
  fileSystem.mkdirTree(to);
  for (const name of readdirSync(from)) {
    const source = join(from, name);
    if (statSync(source).isDirectory()) copyTree(fileSystem, source, `${to}/${name}`);
    else if (name.endsWith(".py")) fileSystem.writeFile(`${to}/${name}`, readFileSync(source));
  }
}

const pyodide = await loadPyodide();
copyTree(pyodide.FS, sources, "/src");
pyodide.FS.writeFile("/input", Buffer.concat(await Array.fromAsync(process.stdin)));
pyodide.runPython("import sys; sys.path.insert(0, '/src'); sys.argv = ['', '/input']");
pyodide.runPython(readFileSync(process.argv[2], "utf8"), { globals: pyodide.toPy({ __name__: "__main__" }) });
