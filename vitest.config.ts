import { defineConfig } from "vitest/config";
import { yamlText } from "./rolldown.config.ts";
import { skipsRefused } from "./tests/house/skips.ts";

export default defineConfig({
  plugins: [{ ...yamlText, enforce: "pre" }],
  test: {
    include: ["tests/**/*.test.ts"],
    mockReset: true,
    maxWorkers: 2,
    testTimeout: 30_000,
    reporters: ["default", ...skipsRefused(process.env)],
    // Measured over the whole product, a bar for the core alone: it is pure, so every line of it can be reached by a table.
    coverage: {
      include: ["src/**/*.ts"],
      reporter: [["text", { skipFull: true }], "text-summary"],
      thresholds: { "src/core/**": { 100: true } },
    },
  },
});
