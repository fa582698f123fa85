import { defineConfig } from "vitest/config";
import { yamlData } from "./rolldown.config.ts";
import { skipsRefused } from "./tests/house/skips.ts";

const PURE = ["tests/{core,text,agent}/**/*.test.ts"];

export default defineConfig({
  plugins: [{ ...yamlData, enforce: "pre" }],
  test: {
    mockReset: true,
    projects: [
      // Pure code leaves nothing behind, so that its tests may share what they load.
      { extends: true, test: { name: "pure", include: PURE, isolate: false } },
      { extends: true, test: { name: "edges", include: ["tests/**/*.test.ts"], exclude: PURE } },
    ],
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
