import { defineConfig } from "vitest/config";
import { yamlData } from "./rolldown.config.ts";
import { skipsRefused } from "./tests/house/skips.ts";

export default defineConfig({
  plugins: [{ ...yamlData, enforce: "pre" }],
  test: {
    mockReset: true,
    // Loading the code anew for each file would take a fifth of the time; no test leaves anything behind.
    isolate: false,
    include: ["tests/**/*.test.ts"],
    // Most tests wait for processes, so that three keep two cores busy.
    maxWorkers: 3,
    testTimeout: 30_000,
    reporters: ["default", ...skipsRefused(process.env)],
    // A bar for the core alone: it is pure, so every line of it can be reached by a table.
    coverage: {
      include: ["src/core/**/*.ts"],
      reporter: [["text", { skipFull: true }], "text-summary"],
      thresholds: { 100: true },
    },
  },
});
