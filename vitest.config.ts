import { join } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";
import { yamlData } from "./rolldown.config.ts";
import { LongestFirst } from "./tests/house/longest-first.ts";
import { LONG, SHORTENED, SLOW } from "./tests/house/proofs.ts";
import { skipsRefused } from "./tests/house/skips.ts";

const SECURITY = "tests/proofs/security";
/** On the command line, by itself or by a folder. */
const isNamed = (path: string): boolean =>
  process.argv.some(
    (argument) => argument.startsWith(path) || (argument.startsWith("tests/") && path.startsWith(argument)),
  );
const unnamed = LONG ? [] : SLOW.filter((path) => !isNamed(path));

/** A folder for the report that the catalogues read (`--results`), so that they need not run again what ran. */
const RESULTS = process.env["LOOPWRIGHT_RESULTS"];
const REPORT = join(RESULTS ?? "", LONG ? "proofs.json" : "tests.json");

export default defineConfig({
  plugins: [{ ...yamlData, enforce: "pre" }],
  test: {
    mockReset: true,
    // GitHub's validator reads JSON as a bundler would.
    server: { deps: { inline: [/@actions\/(?:languageservice|workflow-parser)/] } },
    // Loading the code anew for each file would take a fifth of the time; no test leaves anything behind.
    isolate: false,
    include: LONG ? [...SLOW, ...SHORTENED] : ["tests/**/*.test.ts"],
    // What takes processes, sandboxes and journeys to prove a case of the catalogue of security is run by `npm run catalogue`, and when it is named.
    exclude: [...configDefaults.exclude, ...unnamed, ...(isNamed(SECURITY) ? [] : [`${SECURITY}/**`])],
    // Most tests wait for processes, so that four keep two cores busy.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    // Patience, never a measure: a machine under load is slow, not wrong.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ["default", ...skipsRefused(process.env), ...(RESULTS === undefined ? [] : ["json"])],
    outputFile: { json: REPORT },
    // A bar for the core alone: it is pure, so every line of it can be reached by a table.
    coverage: {
      include: ["src/core/**/*.ts"],
      reporter: [["text", { skipFull: true }], "text-summary"],
      thresholds: { 100: true },
    },
  },
});
