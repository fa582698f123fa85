/** Every command of the grammar that waits in a queue is read back as it was parsed; anything else is refused. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { findCommand } from "#core/commands/find-command.ts";
import { COMMAND_WORDS } from "#core/commands/slash-commands.ts";
import { StoredSlash } from "#core/commands/stored-slash.ts";

const ARGUMENTS = [
  "",
  "please",
  "step",
  "0123456789ab step",
  "max_iterations=6 dollars=1.5",
  "confirm sum-20261120-100000",
  "m-0123456789",
];
const LINES = ["approve", ...COMMAND_WORDS].flatMap((word) => ARGUMENTS.map((rest) => `/loop ${word} ${rest}`.trim()));

it.each([...LINES, "/stop", "/loop", "/loop aprove", "/approve\n/stop"])("reads %j back", (body) => {
  const slash = findCommand(body);
  expect(slash).not.toBeNull();
  expect(StoredSlash.parse(JSON.parse(JSON.stringify(slash)))).toEqual(slash);
});

it("covers every kind of command", () => {
  const kinds = new Set([...LINES, "/loop aprove"].map((line) => findCommand(line)?.command.kind));
  expect([...kinds].toSorted()).toEqual(["change", "malformed", "unknown", ...COMMAND_WORDS].toSorted());
});

it("reads back whatever a comment holds", () => {
  fc.assert(
    fc.property(fc.constantFrom(...COMMAND_WORDS), fc.string({ unit: "grapheme" }), (word, rest) => {
      const slash = findCommand(`/loop ${word} ${rest}`);
      if (slash !== null) expect(StoredSlash.parse(JSON.parse(JSON.stringify(slash)))).toEqual(slash);
    }),
  );
});

it.each([
  { command: { kind: "stop" }, named: true },
  { command: { kind: "run", text: "x" }, named: true },
  { command: { kind: "unknown", word: "x", nearest: "run" }, named: true },
  { command: { kind: "change", settings: {} }, named: false },
  { command: { kind: "stop", note: "" } },
])("refuses %j", (value) => {
  expect(StoredSlash.safeParse(value).success).toBe(false);
});
