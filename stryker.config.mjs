/** Mutation testing of the core (`npm run mutants`): faults of one kind after the other are planted, and the pure tests must find them. */
export default {
  packageManager: "npm",
  plugins: ["@stryker-mutator/vitest-runner"],
  testRunner: "vitest",
  vitest: { configFile: "vitest.mutants.config.ts", related: false },
  mutate: ["src/core/**/*.ts"],
  coverageAnalysis: "perTest",
  ignoreStatic: true,
  concurrency: 2,
  reporters: ["clear-text", "progress"],
  clearTextReporter: { logTests: false, allowColor: false },
  thresholds: { high: 90, low: 85, break: 85 },
  timeoutMS: 10000,
};
