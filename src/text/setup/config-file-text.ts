/** Writes a first configuration: what was tried, and the keys that people set first, each with what it does. */
import { KEY_TEXTS, SCHEMA_LINE } from "#core/config/config-schema.ts";
import type { DetectedCommands } from "#core/detection/detected-commands.ts";

/** Keys that are shown, with a value that somebody may want; those of a group stand below it. */
const SHOWN: Readonly<Record<string, string | Readonly<Record<string, string>>>> = {
  label: "loop",
  limits: { iterations: "4", dollars: "5" },
  on_incomplete: "draft",
  require_second_person: "true",
};

/**
 * `chosen`: what set the repository up and tested it when it was tried, null where nothing did. `detected`: what is
 * taken where nothing is set.
 */
export interface TriedSetup {
  readonly chosen: DetectedCommands | null;
  readonly detected: DetectedCommands;
}

/** The text of the file. What is detected anyway stays a comment, so that it follows the repository. Pure. */
export function configFileText({ chosen, detected }: TriedSetup): string {
  const keys = Object.entries(SHOWN).flatMap(([key, value]) => ["", ...commented(key, value)]);
  return `${[
    SCHEMA_LINE,
    "# Every key is optional: what is commented out shows how it is written.",
    "",
    ...commandLines({ chosen, detected }),
    ...keys,
  ].join("\n")}\n`;
}

function commandLines({ chosen, detected }: TriedSetup): readonly string[] {
  if (chosen === null)
    return [
      "# Nothing that was found sets this repository up and tests it. Say here what does:",
      "# setup: [<a command>]",
      "# checks: { test: <a command> }",
    ];
  const lines = [`setup: ${JSON.stringify(chosen.setup)}`, `checks: { test: ${JSON.stringify(chosen.checks.test)} }`];
  const isDetected =
    JSON.stringify([chosen.setup, chosen.checks.test]) === JSON.stringify([detected.setup, detected.checks.test]);
  return isDetected
    ? [
        "# This was found and works; it needs no key, and follows your manifests and workflows.",
        ...lines.map((line) => `# ${line}`),
      ]
    : ["# What was found first does not work, and this does.", ...lines];
}

function commented(key: string, value: (typeof SHOWN)[string]): readonly string[] {
  if (typeof value === "string") return [`# ${KEY_TEXTS[key]}`, `# ${key}: ${value}`];
  const below = Object.entries(value).map(([name, one]) => `#   ${name}: ${one} # ${KEY_TEXTS[`${key}.${name}`]}`);
  return [`# ${KEY_TEXTS[key]}`, `# ${key}:`, ...below];
}
