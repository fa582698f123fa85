/** What may stand behind a command's name, and what excludes each other; read in this process, for it needs no other. */
import { expect, it } from "vitest";
import { COMMANDS } from "#cli/commands.ts";
import { readArguments } from "#cli/terminal/arguments.ts";
import { Misuse } from "#cli/terminal/exit.ts";
import { commandHint } from "#core/commands/command-hint.ts";
import * as j from "../../builders/journal.ts";

function read(name: string, ...args: readonly string[]) {
  const command = COMMANDS.get(name);
  if (command === undefined) throw new Error(`there is no command ${name}`);
  return readArguments(args, command);
}

it.each(["approve", "redirect", "resume", "unblock"])("takes %s as our texts tell people to say it", (word) => {
  const [program, name = "", ...rest] = commandHint(j.settledRun(), word).replaceAll("`", "").split(" ");
  expect(program).toBe("loopwright");
  const { words, value } = read(name, ...rest);
  expect([...words, value("run")].filter((one) => one !== undefined)).toEqual(["split"]);
});

it.each([
  { args: ["clean", "split", "--all"], says: "a name and --all exclude each other" },
  { args: ["resume", "split", "join"], says: '"join" is one word too many' },
  { args: ["status", "split"], says: '"split" is one word too many' },
  { args: ["list", "all"], says: '"all" is one word too many' },
  { args: ["history", "a", "b"], says: '"b" is one word too many' },
  { args: ["replay", "a.jsonl", "b.jsonl"], says: '"b.jsonl" is one word too many' },
  { args: ["gate", "x"], says: '"x" is one word too many' },
  { args: ["approve", "--run", "a", "--run", "b"], says: "--run is given twice" },
  { args: ["new", "x", "--yes", "--yes"], says: "--yes is given twice" },
  { args: ["new", "x", "--yes=no"], says: "--yes" },
  { args: ["new", "x", "--auto"], says: "Unknown option '--auto'" },
  { args: ["stop", "--run"], says: "argument missing" },
])("refuses $args, for $says [S4.01, C4.13, C4.14]", ({ args: [name = "", ...rest], says }) => {
  expect(() => read(name, ...rest)).toThrow(Misuse);
  expect(() => read(name, ...rest)).toThrow(says);
});

it("takes what belongs together, and the words of a note or an issue as they are [S4.01]", () => {
  expect(read("clean", "--all", "--yes").has("all")).toBe(true);
  expect(read("clean", "split").words).toEqual(["split"]);
  expect(read("stop", "not", "now", "--run", "split").words).toEqual(["not", "now"]);
  expect(read("new", "Mend", "split", "--alias", "mend").value("alias")).toBe("mend");
});
