/** `npm run keep-journals`: keeps the journals of the stories as those of this version, once and for ever. A release begins with it. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { decisionsOf, eventsIn } from "./decisions.ts";
import { type Digests, releasesFolder } from "./releases.ts";

/** `again`: the version is not released yet, and what was kept of it is kept anew. */
function keep(root: string, again: boolean): string {
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const [from, to] = [join(root, "tests", "journeys", "stories", "journals"), join(releasesFolder(root), version)];
  if (existsSync(to) && !again)
    throw new Error(`the journals of ${version} are kept already: a release is never kept anew; raise the version first`);
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  const digests: Digests = {};
  for (const file of readdirSync(from).filter((name) => name.endsWith(".jsonl"))) {
    const text = readFileSync(join(from, file), "utf8");
    digests[file.replace(/\.jsonl$/, "")] = { digest: decisionsOf(eventsIn(text)) };
    writeFileSync(join(to, file), text);
  }
  writeFileSync(join(to, "decisions.json"), `${JSON.stringify(digests, null, 2)}\n`);
  return `${Object.keys(digests).length} journals are kept in ${to}`;
}

const { again } = parseArgs({ options: { again: { type: "boolean", default: false } } }).values;
process.stdout.write(`${keep(process.cwd(), again)}\n`);
