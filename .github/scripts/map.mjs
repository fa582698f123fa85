/** Writes the list of files into each room's README from the first sentence of every file; with --check, says which are out of date. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const FLOORS = ["src", "action", "bot"];
const [BEGIN, END] = ["<!-- files: written by `npm run map` -->", "<!-- end of files -->"];

/** The sentence that a file begins with, without the rows and facts in brackets that follow it. */
function purposeOf(path) {
  const text = readFileSync(join(ROOT, path), "utf8");
  const raw = path.endsWith(".yaml")
    ? `The role: ${/^description: (.*)$/m.exec(text)?.[1] ?? ""}`
    : (/^(?:#!.*\n)?\/\*\*([\s\S]*?)\*\//.exec(text)?.[1] ?? "");
  const line = raw.replace(/\n \*/g, " ").replace(/\s+/g, " ").trim();
  const sentence = (/^.*?[.](?= [A-Z`]|$)/.exec(line)?.[0] ?? line).replace(/ \([^()]*\)(?=\.$)/, "");
  if (sentence === "" || sentence === "The role:")
    throw new Error(`${path} does not begin with a sentence that says what it is for`);
  return sentence.replace(/\.$/, "");
}

/** A folder and all below it that hold files of the product. `src` itself is the map of all, and lists nothing. */
function roomsOf(folder) {
  const entries = readdirSync(join(ROOT, folder), { withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && /\.(ts|yaml)$/.test(entry.name))
    .map(({ name }) => name)
    .sort();
  const below = entries.filter((entry) => entry.isDirectory()).flatMap(({ name }) => roomsOf(`${folder}/${name}`));
  return files.length === 0 || folder === "src" ? below : [{ folder, files }, ...below];
}

/** The README of a room: what people wrote, and the list. */
function readmeOf({ folder, files }) {
  const path = join(ROOT, folder, "README.md");
  if (!existsSync(path))
    throw new Error(`${folder} has no README.md: say there what the room is, what to read first, what it may lean on`);
  const text = readFileSync(path, "utf8");
  const written = (text.includes(BEGIN) ? text.slice(0, text.indexOf(BEGIN)) : text).trimEnd();
  const rows = files.map((name) => `| \`${name}\` | ${purposeOf(`${folder}/${name}`).replaceAll("|", "\\|")} |`);
  const fresh = [written, "", BEGIN, "", "| file | what it is for |", "|---|---|", ...rows, "", END, ""].join("\n");
  return { path, folder, text, fresh };
}

const readmes = FLOORS.filter((floor) => existsSync(join(ROOT, floor)))
  .flatMap(roomsOf)
  .map(readmeOf)
  .filter(({ text, fresh }) => text !== fresh);
if (!process.argv.includes("--check")) {
  for (const { path, fresh } of readmes) writeFileSync(path, fresh);
} else if (readmes.length > 0) {
  console.error(`out of date: ${readmes.map(({ folder }) => `${folder}/README.md`).join(", ")}; run: npm run map`);
  process.exitCode = 1;
}
