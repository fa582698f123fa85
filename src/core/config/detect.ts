/** Detects from a repository's own files how it is set up and checked, where the configuration does not say it. */
import type { CheckCommands } from "./config.ts";

/** The files that detection reads; a missing one is null. */
export const DETECTED_FILES = [
  "package.json",
  "package-lock.json",
  "Makefile",
  "pyproject.toml",
  "Cargo.toml",
  "go.mod",
] as const;
export type DetectedFiles = Readonly<Record<(typeof DETECTED_FILES)[number], string | null>>;

/** Commands found, each null where the files do not say. */
export interface DetectedCommands {
  readonly setup: readonly string[];
  readonly checks: CheckCommands;
}

const NOTHING: DetectedCommands = {
  setup: [],
  checks: { test: null, build: null, lint: null, types: null, format: null },
};

/** A part of the test script that npm writes into every new package; such a script is no test. */
const NO_TEST = "no test specified";

function scriptsOf(text: string): Readonly<Record<string, string>> {
  try {
    const value: unknown = JSON.parse(text);
    const scripts = typeof value === "object" && value !== null && "scripts" in value ? value.scripts : {};
    // A value that is no string is dropped below.
    return typeof scripts === "object" && scripts !== null ? (scripts as Record<string, string>) : {};
  } catch {
    // A package.json that is not JSON names no scripts; the repository's own tools will say so.
    return {};
  }
}

function node(files: DetectedFiles): DetectedCommands | null {
  if (files["package.json"] === null) return null;
  const scripts = scriptsOf(files["package.json"]);
  const script = (...names: readonly string[]): string | null => {
    const name = names.find((one) => typeof scripts[one] === "string" && !scripts[one].includes(NO_TEST));
    if (name === undefined) return null;
    return name === "test" ? "npm test" : `npm run ${name}`;
  };
  const setup = files["package-lock.json"] === null ? [] : ["npm ci"];
  return {
    setup,
    checks: {
      test: script("test"),
      build: script("build"),
      lint: script("lint"),
      types: script("types", "typecheck", "tsc"),
      format: null,
    },
  };
}

function make(files: DetectedFiles): DetectedCommands | null {
  const text = files["Makefile"];
  if (text === null) return null;
  const target = (name: string): string | null => (new RegExp(`^${name}\\s*:`, "m").test(text) ? `make ${name}` : null);
  return {
    setup: [],
    checks: {
      test: target("test") ?? target("check"),
      build: target("build"),
      lint: target("lint"),
      types: null,
      format: null,
    },
  };
}

/**
 * Go and pytest print the names of tests only with `-v`: without names, the test guard could compare exit codes alone.
 */
function other(files: DetectedFiles): DetectedCommands | null {
  if (files["Cargo.toml"] !== null)
    return {
      setup: ["cargo fetch"],
      checks: { ...NOTHING.checks, test: "cargo test --offline", build: "cargo build --offline" },
    };
  if (files["go.mod"] !== null)
    return {
      setup: ["go mod download"],
      checks: { ...NOTHING.checks, test: "go test -v ./...", build: "go build ./..." },
    };
  if (files["pyproject.toml"] !== null)
    return { setup: [], checks: { ...NOTHING.checks, test: "python3 -m pytest -v" } };
  return null;
}

/** The commands that the files name. The first kind of project whose file is there decides, even if it names none. */
export function detectCommands(files: DetectedFiles): DetectedCommands {
  return node(files) ?? other(files) ?? make(files) ?? NOTHING;
}

/**
 * The configuration's commands, filled up with what was detected. An empty `setup` in the configuration means: detect.
 */
export function mergeDetected(
  config: { readonly setup: readonly string[]; readonly checks: CheckCommands },
  found: DetectedCommands,
): DetectedCommands {
  return {
    setup: config.setup.length > 0 ? config.setup : found.setup,
    checks: {
      test: config.checks.test ?? found.checks.test,
      build: config.checks.build ?? found.checks.build,
      lint: config.checks.lint ?? found.checks.lint,
      types: config.checks.types ?? found.checks.types,
      format: config.checks.format,
    },
  };
}
