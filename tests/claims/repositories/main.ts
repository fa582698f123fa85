/**
 * `npm run repositories -- <folder>`: in every clone below the folder, how it is set up and tested by itself, without any configuration.
 * A clone's folder is named `owner+name`. Its own code runs: in the sandbox, or with `--unsandboxed` without one. `--only a,b`: these clones
 * alone. `--ways`: what would be tried, and nothing is run. `--table`: writes the rows into tests/claims/repositories/table.yaml.
 * Reads the clones and changes none of them.
 */
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { PROCESS_LIMITS } from "#adapters/sandbox/process/limits.ts";
import { bubblewrapSandbox } from "#adapters/sandbox/walls/bubblewrap-sandbox.ts";
import { plainSandbox } from "#adapters/sandbox/walls/plain.ts";
import { say } from "../command.ts";
import { look } from "./look.ts";
import { type Row, writeTable } from "./row.ts";

const rowLine = ({ green, setup, test, names, seconds }: Row): string =>
  green ? `  green, ${names} names, setup ${seconds.setup} s, tests ${seconds.test} s: ${[...setup, test].join("; ")}` : "  NOT green";

async function main(args: readonly string[]): Promise<boolean> {
  const flag = { type: "boolean", default: false } as const;
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { unsandboxed: flag, ways: flag, table: flag, only: { type: "string" } },
  });
  const [folder] = positionals;
  if (folder === undefined) throw new Error("name the folder of the clones: npm run repositories -- <folder>");
  const wanted = values.only?.split(",");
  const clones = readdirSync(resolve(folder)).filter((name) => wanted === undefined || wanted.includes(name));
  const options = { hostFile: resolve("dist/tool-host.mjs"), limits: PROCESS_LIMITS };
  const sandbox = values.unsandboxed ? plainSandbox(options) : bubblewrapSandbox(options);
  const rows: Row[] = [];
  for (const name of clones.sort()) rows.push(...(await lookAt(join(resolve(folder), name), { sandbox, ways: values.ways }, values.table)));
  const { length: green } = rows.filter((row) => row.green);
  if (!values.ways) say(`${green} of ${clones.length} repositories are green without any configuration`);
  return values.ways || green === clones.length;
}

/** One clone that is not whole must not hide the others: it is told of, and is not green. */
async function lookAt(clone: string, options: Parameters<typeof look>[1], isKept: boolean): Promise<readonly Row[]> {
  try {
    const row = await look(clone, options);
    if (row === null) return [];
    say(rowLine(row));
    if (isKept) writeTable([row]);
    return [row];
  } catch (error) {
    say(`  ${clone} cannot be read: ${String(error)}`);
    return [];
  }
}

process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
