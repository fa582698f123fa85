import { join } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";
import { yamlData } from "./rolldown.config.ts";
import { LongestFirst } from "./tests/house/longest-first.ts";
import { LONG, SHORTENED, SLOW } from "./tests/house/proofs.ts";
import { skipsRefused } from "./tests/house/skips.ts";

/** On the command line, by itself or by a folder. */
const isNamed = (path: string): boolean =>
  process.argv.some(
    (argument) => argument.startsWith(path) || (argument.startsWith("tests/") && path.startsWith(argument)),
  );
/** The files of an entry of the lists: a folder ends in a slash. */
const filesOf = (path: string): string => (path.endsWith("/") ? `${path}**/*.test.ts` : path);
const unnamed = LONG ? [] : SLOW.filter((path) => !isNamed(path)).map(filesOf);

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
    include: LONG ? [...SLOW, ...SHORTENED].map(filesOf) : ["tests/**/*.test.ts"],
    exclude: [...configDefaults.exclude, ...unnamed],
    // Most tests wait for processes, so that four keep two cores busy.
    maxWorkers: 4,
    // Within a file whose tests may run beside each other.
    maxConcurrency: 2,
    sequence: { sequencer: LongestFirst },
    // Patience, never a measure: a machine under load is slow, not wrong.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
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
