import { expect, it } from "vitest";
import { configuredWays, detectedCommands } from "#core/detection/detected-commands.ts";
import { wayOf } from "#core/detection/way.ts";

const NO_CHECKS = { test: null, build: null, lint: null, types: null, format: null };
const command = (run: string) => ({ run, why: `${run} is usual` });
const WAY = wayOf("npm", { setup: [command("npm ci")], test: command("npm test"), lint: command("xo") });

it("takes what was found, each command with its reason", () => {
  expect(detectedCommands({ setup: [], checks: NO_CHECKS }, WAY)).toEqual({
    setup: ["npm ci"],
    checks: { ...NO_CHECKS, test: "npm test", lint: "xo" },
    reasons: [command("npm ci"), command("npm test"), command("xo")],
  });
});

it("lets the configuration win, and fills it up; a format command is never detected", () => {
  const why = ".github/loopwright.yml names it";
  expect(detectedCommands({ setup: ["make deps"], checks: { ...NO_CHECKS, test: "make test", format: "fmt" } }, WAY)).toEqual({
    setup: ["make deps"],
    checks: { ...NO_CHECKS, test: "make test", lint: "xo", format: "fmt" },
    reasons: [{ run: "make deps", why }, { run: "make test", why }, command("xo")],
  });
});

it("knows of nothing where nothing was found", () => {
  expect(detectedCommands({ setup: [], checks: NO_CHECKS }, null)).toEqual({ setup: [], checks: NO_CHECKS, reasons: [] });
});

it("gives every way under the configuration, the same commands once, and never none", () => {
  const other = wayOf("make", { test: command("make test") });
  const setups = (ways: ReturnType<typeof configuredWays>) => ways.map(({ setup, checks }) => [...setup, checks.test]);
  const twice = wayOf("npm again", { setup: [command("npm ci")], test: command("npm test"), lint: command("eslint .") });
  expect(setups(configuredWays({ setup: [], checks: NO_CHECKS }, [WAY, other, twice]))).toEqual([["npm ci", "npm test"], ["make test"]]);
  expect(setups(configuredWays({ setup: ["make deps"], checks: { ...NO_CHECKS, test: "make test" } }, [WAY, other]))).toEqual([
    ["make deps", "make test"],
  ]);
  expect(setups(configuredWays({ setup: [], checks: NO_CHECKS }, []))).toEqual([[null]]);
});
