import { defineConfig } from "vitest/config";
import { yamlData } from "./rolldown.config.ts";

export default defineConfig({
  plugins: [{ ...yamlData, enforce: "pre" }],
  test: {
    mockReset: true,
    // Loaded once: a fault is switched on, not loaded.
    isolate: false,
    include: ["tests/core/**/*.test.ts"],
    exclude: ["tests/core/stories/run-properties.test.ts"],
    // Large inputs, and faults planted in the scanner, say nothing about a fault and take most of the time.
    testNamePattern: /^(?!.*(megabyte|agrees with CommonMark|the oracle finds))/,
    testTimeout: 30_000,
  },
});
