/**
 * Writes into each room's README what the room may lean on, from the tables of `.dependency-cruiser.mjs`, and the list of its files and rooms,
 * from the first sentence of each; with --check, says which READMEs are out of date.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { FLOORS, ROOMS } from "../../.dependency-cruiser.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const TOPS = ["src", "action", "bot"];
const [BEGIN, END] = ["<!-- files: written by `npm run map` -->", "<!-- end of files -->"];

/** The first sentence of a text, without its full stop; all of it where it ends in none. */
const sentenceOf = (text) => (/^.*?[.](?= [A-Z`]|$)/.exec(text)?.[0] ?? text).replace(/\.$/, "");

/** The sentence that a file begins with, without the rows and facts in brackets that follow it. */
function purposeOf(path) {
  const text = readFileSync(join(ROOT, path), "utf8");
  const raw = path.endsWith(".yaml")
    ? (/^# (.*)/.exec(text)?.[1] ?? `The role: ${/^description: (.*)$/m.exec(text)?.[1] ?? ""}`)
    : (/^(?:#!.*\n)?\/\*\*([\s\S]*?)\*\//.exec(text)?.[1] ?? "");
  const line = raw.replace(/\n \*/g, " ").replace(/\s+/g, " ").trim();
  const sentence = sentenceOf(line).replace(/ \([^()]*\)$/, "");
  if (sentence === "" || sentence === "The role:")
    throw new Error(`${path} does not begin with a sentence that says what it is for`);
  return sentence;
}

/** The sentence at a room's door. */
function purposeOfRoom(folder) {
  const [, , sentence = ""] = doorOf(folder).split("\n");
  return sentenceOf(sentence);
}

/** A folder and all below it that hold files of the product. `src` itself is the map of all, and lists nothing. */
function roomsOf(folder) {
  const entries = readdirSync(join(ROOT, folder), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  const files = entries.filter((entry) => entry.isFile() && /\.(ts|yaml)$/.test(entry.name)).map(({ name }) => name);
  const below = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const all = below.flatMap((name) => roomsOf(`${folder}/${name}`));
  return folder === "src" ? all : [{ folder, files, below }, ...all];
}

/** What people wrote into a README, above its list. */
function doorOf(folder) {
  const path = join(ROOT, folder, "README.md");
  if (!existsSync(path))
    throw new Error(`${folder} has no README.md: say there what the room is, and what to read first`);
  const text = readFileSync(path, "utf8");
  return (text.includes(BEGIN) ? text.slice(0, text.indexOf(BEGIN)) : text).trimEnd();
}

/** The rooms of a table, in words; "" is the folder itself. */
const named = (rooms) => rooms.map((room) => (room === "" ? "its files" : `\`${room}\``)).join(", ");

/** The rooms that a room may import, of each folder that it lies in, the outermost first. */
function besideOf(folder) {
  const cut = folder.lastIndexOf("/");
  if (cut === -1) return [];
  const parent = folder.slice(0, cut);
  const before = ROOMS[parent]?.slice(0, ROOMS[parent].indexOf(folder.slice(cut + 1))) ?? [];
  return [...besideOf(parent), ...(before.length > 0 ? [`of \`${parent}\`: ${named(before)}`] : [])];
}

/** A folder's own rooms that its files may import; where it holds no file, all of them. */
function roomsIn(folder) {
  const rooms = ROOMS[folder] ?? [];
  const own = rooms.includes("") ? rooms.slice(0, rooms.indexOf("")) : rooms;
  return own.length > 0 ? [`its rooms, each on those before it: ${named(own)}`] : [];
}

/** What a room may lean on, as the layer rules have it; null for data, and for rooms of the adapters, whose imports of each other no table orders. */
function leaning({ folder, files }) {
  const [top, floor] = folder.split("/");
  if (floor === "adapters" || (files.length > 0 && files.every((name) => name.endsWith(".yaml")))) return null;
  const floors = top === "src" ? FLOORS[floor] : Object.keys(FLOORS).filter((name) => name !== "cli");
  const parts = [
    ...(floors.length > 0 ? [`the floors ${named(floors)}`] : []),
    ...besideOf(folder),
    ...roomsIn(folder),
  ];
  return `May lean on: ${parts.join("; ") || "nothing"}.`;
}

/** The README of a room: what people wrote, and what is written here. */
function readmeOf(room) {
  const { folder, files, below } = room;
  const path = join(ROOT, folder, "README.md");
  const written = doorOf(folder).replace(/^May lean on:.*$/m, (line) => leaning(room) ?? line);
  const rows = [
    ...below.map((name) => `| \`${name}/\` | ${purposeOfRoom(`${folder}/${name}`)} |`),
    ...files.map((name) => `| \`${name}\` | ${purposeOf(`${folder}/${name}`).replaceAll("|", "\\|")} |`),
  ];
  const head = below.length > 0 ? "| room or file | what it is for |" : "| file | what it is for |";
  const fresh = [written, "", BEGIN, "", head, "|---|---|", ...rows, "", END, ""].join("\n");
  return { path, folder, text: readFileSync(path, "utf8"), fresh };
}

const readmes = TOPS.filter((top) => existsSync(join(ROOT, top)))
  .flatMap(roomsOf)
  .map(readmeOf)
  .filter(({ text, fresh }) => text !== fresh);
if (!process.argv.includes("--check")) {
  for (const { path, fresh } of readmes) writeFileSync(path, fresh);
} else if (readmes.length > 0) {
  console.error(`out of date: ${readmes.map(({ folder }) => `${folder}/README.md`).join(", ")}; run: npm run map`);
  process.exitCode = 1;
}
