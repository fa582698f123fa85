/** The scripted model as a process of its own: `node dist/lab-model.mjs <script.json|yaml> [--port N] [--key K]`. */
import { parseArgs } from "node:util";
import { readScript } from "./script.ts";
import { startScriptedModel } from "./server.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { port: { type: "string", default: "0" }, key: { type: "string" } },
});
const [path] = positionals;
const port = Number(values.port);
if (path === undefined || positionals.length > 1 || !Number.isInteger(port)) {
  process.stderr.write("usage: lab-model <script.json|yaml> [--port N] [--key K]\n");
  process.exit(2);
}

try {
  const server = await startScriptedModel(await readScript(path), {
    port,
    ...(values.key !== undefined && { key: values.key }),
    onProblem: (problem) => process.stderr.write(`lab-model: ${problem}\n`),
  });
  process.stdout.write(`${server.url}\n`);
  const end = (): void => {
    for (const turn of server.left()) process.stderr.write(`lab-model: not played: ${turn}\n`);
    server.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once("SIGTERM", end);
  process.once("SIGINT", end);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
