/** The configuration that init writes: read back by the program, and saying what was tried. */
import { expect, it } from "vitest";
import { parseConfig } from "#agent/specs/config-file.ts";
import { Config } from "#core/config/config.ts";
import type { DetectedCommands } from "#core/detection/detected-commands.ts";
import { configFileText } from "#text/setup/config-file-text.ts";

function commands(setup: readonly string[], test: string | null): DetectedCommands {
  return { setup, checks: { test, build: null, lint: null, types: null, format: null }, reasons: [] };
}

const NPM = commands(["npm ci"], "npm test");
const OTHER = commands(["npm install --no-audit"], "node --test 'test/**'");

it("leaves in comments what is found anyway, so that nothing changes", () => {
  const text = configFileText({ chosen: NPM, detected: NPM });
  expect(parseConfig(text, [])).toEqual(Config.parse({}));
  expect(text).toContain('# setup: ["npm ci"]\n# checks: { test: "npm test" }\n');
});

it("writes down what works where what is found first does not", () => {
  const text = configFileText({ chosen: OTHER, detected: NPM });
  expect(parseConfig(text, [])).toMatchObject({ setup: OTHER.setup, checks: { test: OTHER.checks.test } });
});

it("asks for commands where nothing works", () => {
  expect(configFileText({ chosen: null, detected: NPM })).toContain("Say here what does:\n# setup: [<a command>]");
});

it("shows keys that are what they are said to be once the sign is taken away", () => {
  const shown = configFileText({ chosen: NPM, detected: NPM })
    .split("\n")
    .filter((line) => /^# {1,3}[a-z_]+:/.test(line) && !/^# (?:setup|checks|yaml)/.test(line))
    .map((line) => line.slice(2));
  expect(parseConfig(shown.join("\n"), [])).toMatchObject({ label: "loop", limits: { iterations: 4, dollars: 5 }, on_incomplete: "draft" });
});
