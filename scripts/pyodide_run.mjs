// Runs a Python file in Pyodide, the interpreter of a Worker, with the package's sources in its file system.
// Usage: node scripts/pyodide_run.mjs FILE.py < input    (what FILE prints is this script's output)
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const { loadPyodide } = await import(join(root, "node_modules/pyodide/pyodide.mjs"));

function copyTree(pyodide, from, to) {
  pyodide.FS.mkdirTree(to);
  for (const name of readdirSync(from)) {
    const source = join(from, name);
    if (statSync(source).isDirectory()) copyTree(pyodide, source, `${to}/${name}`);
    else if (name.endsWith(".py")) pyodide.FS.writeFile(`${to}/${name}`, readFileSync(source));
  }
}

const pyodide = await loadPyodide({ stdin: undefined });
copyTree(pyodide, join(root, "src/winnow/text"), "/src/winnow/text");
pyodide.FS.writeFile("/src/winnow/__init__.py", "");
pyodide.FS.writeFile("/input", readFileSync(0));
pyodide.runPython("import sys; sys.path.insert(0, '/src')");
pyodide.runPython(readFileSync(process.argv[2], "utf8"));
