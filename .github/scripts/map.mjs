/** Writes the map of src/README.md from the first sentence of every file; with --check, says whether it is up to date. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const README = join(ROOT, "src/README.md");
const [BEGIN, END] = ["<!-- map: written by `npm run map` -->", "<!-- end of map -->"];

/** The sentence that a file begins with, without the rows and facts in brackets that follow it. */
function purposeOf(path) {
  const text = readFileSync(join(ROOT, path), "utf8");
  const raw = path.endsWith(".yaml")
    ? `The role: ${/^description: (.*)$/m.exec(text)?.[1] ?? ""}`
    : (/^(?:#!.*\n)?\/\*\*([\s\S]*?)\*\//.exec(text)?.[1] ?? "");
  const line = raw.replace(/\n \*/g, " ").replace(/\s+/g, " ").trim();
  const sentence = (/^.*?[.](?= [A-Z`]|$)/.exec(line)?.[0] ?? line).replace(/ \([^()]*\)(?=\.$)/, "");
  if (sentence === "" || sentence === "The role:") throw new Error(`${path} does not begin with a sentence that says what it is for`);
  return sentence.replace(/\.$/, "");
}

/** One heading a folder, one line a file. */
function mapOf(folder) {
  const entries = readdirSync(join(ROOT, folder), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  const files = entries.filter((entry) => entry.isFile() && /\.(ts|yaml)$/.test(entry.name));
  const rows = files.map(({ name }) => `| \`${name}\` | ${purposeOf(`${folder}/${name}`).replaceAll("|", "\\|")} |`);
  const own = rows.length === 0 ? [] : [`#### ${folder}/`, "", "| file | what it is for |", "|---|---|", ...rows, ""];
  return [...own, ...entries.filter((entry) => entry.isDirectory()).flatMap(({ name }) => mapOf(`${folder}/${name}`))];
}

const text = readFileSync(README, "utf8");
const [before, after] = [text.indexOf(BEGIN), text.indexOf(END)];
if (before === -1 || after === -1) throw new Error(`src/README.md must hold ${BEGIN} and ${END}`);
const fresh = `${text.slice(0, before)}${BEGIN}\n\n${mapOf("src").join("\n")}\n${text.slice(after)}`;
if (!process.argv.includes("--check")) {
  writeFileSync(README, fresh);
} else if (fresh !== text) {
  console.error("the map in src/README.md is out of date; run: npm run map");
  process.exitCode = 1;
}
