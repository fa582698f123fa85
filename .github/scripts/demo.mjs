/** Names the stories of the demo, or builds what they need and plays them: `npm run demo`, `npm run stories`. Of a build that works it says nothing. */
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const STORIES = join(ROOT, "tests/journeys/demo/stories");
/** The demo, and the programs that it starts. */
const PROGRAMS = ["demo", "action", "bot", "cli", "tool-host"];
/** What they are built from. */
const SOURCES = ["src", "action", "bot", "tests/journeys", "tests/lab", "rolldown.config.ts", "package-lock.json"];

/** A line for each story: its name, its title and the stop reason in which it ends. */
function storyLines() {
  return readdirSync(STORIES)
    .filter((file) => file.endsWith(".yaml"))
    .map((file) => file.slice(0, -".yaml".length))
    .sort()
    .map((name) => {
      const { title, expect } = parse(readFileSync(join(STORIES, `${name}.yaml`), "utf8"));
      return `  ${name.padEnd(19)}  ${title} (${expect})`;
    });
}

/** When a file, or any below a folder, was written last, in milliseconds. */
function newestIn(path) {
  const stats = statSync(path);
  return stats.isDirectory()
    ? Math.max(0, ...readdirSync(path).map((name) => newestIn(join(path, name))))
    : stats.mtimeMs;
}

function isBuilt() {
  const built = PROGRAMS.map((name) => join(ROOT, `dist/${name}.mjs`));
  if (!built.every((file) => existsSync(file))) return false;
  const newest = Math.max(...SOURCES.map((path) => newestIn(join(ROOT, path))));
  return built.every((file) => statSync(file).mtimeMs >= newest);
}

/** Runs a program of node to its end. Gives its exit code, and where it is `quiet` what it said. */
function run(args, { env = process.env, quiet }) {
  const child = spawn(process.execPath, args, {
    cwd: quiet ? ROOT : process.cwd(),
    env,
    stdio: quiet ? "pipe" : "inherit",
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (data) => (said += data));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? 1, said }));
  });
}

// Ctrl-C reaches the demo as well: it cleans up, and its end is waited for.
process.on("SIGINT", () => undefined);

const args = process.argv.slice(2);
if (args.includes("--list")) {
  process.stdout.write(`${storyLines().join("\n")}\n`);
} else {
  const env = { ...process.env, LOOPWRIGHT_PROGRAMS: PROGRAMS.join(" ") };
  const rolldown = join(ROOT, "node_modules/rolldown/bin/cli.mjs");
  const build = isBuilt()
    ? { code: 0, said: "" }
    : await run([rolldown, "-c", "rolldown.config.ts"], { env, quiet: true });
  if (build.code !== 0) process.stderr.write(`${build.said}\nthe build failed: npm ci, then try again\n`);
  process.exitCode = build.code === 0 ? (await run([join(ROOT, "dist/demo.mjs"), ...args], { quiet: false })).code : 1;
}
