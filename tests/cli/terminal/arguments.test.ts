/** What may stand behind a command's name, and what excludes each other; read in this process, for it needs no other. */
import { expect, it } from "vitest";
import { COMMANDS } from "#cli/commands.ts";
import { type Arguments, readCommandLine } from "#cli/terminal/arguments.ts";
import { Misuse } from "#cli/terminal/exit.ts";
import { USAGES } from "#cli/terminal/usage.ts";
import { commandHint } from "#core/commands/command-hint.ts";
import * as j from "../../builders/journal.ts";

function read(name: string, ...args: readonly string[]): Arguments {
  const line = readCommandLine([name, ...args], 80);
  if (line.kind === "help" || line.name !== name) throw new Error(`${name} was not read as a command`);
  return line.args;
}

it("has a usage for each command, and a command for each usage", () => {
  expect(USAGES.map(({ name }) => name).toSorted()).toEqual([...COMMANDS.keys()].toSorted());
});

it.each(["approve", "redirect", "resume", "unblock"])("takes %s as our texts tell people to say it", (word) => {
  const [program, name = "", ...rest] = commandHint(j.settledRun(), word).replaceAll("`", "").split(" ");
  expect(program).toBe("loopwright");
  const { words, value } = read(name, ...rest);
  expect([...words, name === "resume" ? undefined : value("run")].filter((one) => one !== undefined)).toEqual(["split"]);
});

it.each([
  {
    args: ["resume", "split", "join"],
    says: "too many arguments for 'resume'. Expected 1 argument but got 2. See loopwright resume --help.",
  },
  { args: ["status", "split"], says: "too many arguments for 'status'. Expected 0 arguments but got 1" },
  { args: ["list", "all"], says: "too many arguments for 'list'" },
  { args: ["history", "a", "b"], says: "too many arguments for 'history'" },
  { args: ["replay", "a.jsonl", "b.jsonl"], says: "too many arguments for 'replay'" },
  { args: ["gate", "x"], says: "too many arguments for 'gate'" },
  { args: ["approve", "--run", "a", "--run", "b"], says: "--run is given twice" },
  { args: ["new", "x", "--yes", "--yes"], says: "--yes is given twice" },
  { args: ["new", "x", "--yes=no"], says: "unknown option '--yes=no'" },
  { args: ["new", "x", "--auto"], says: "unknown option '--auto'" },
  { args: ["new", "x", "--yess"], says: "unknown option '--yess' (Did you mean --yes?). See loopwright new --help." },
  { args: ["nwe", "x"], says: "unknown command 'nwe' (Did you mean new?). See loopwright --help." },
  { args: ["stop", "--run"], says: "argument missing" },
  { args: ["doctor", "--repo", "--live", "a/b"], says: "option '--repo' cannot be used with option '--live <owner/name>'" },
  { args: ["agent", "x", "--json", "--dry-run"], says: "option '--json' cannot be used with option '--dry-run'" },
  { args: ["completion", "bash", "zsh"], says: "too many arguments" },
])("refuses $args, for $says [S4.01, C4.13, C4.14]", ({ args, says }) => {
  expect(() => readCommandLine(args, 80)).toThrow(Misuse);
  expect(() => readCommandLine(args, 80)).toThrow(says);
});

it("takes what belongs together, and the words of a note or an issue as they are [S4.01]", () => {
  expect(read("clean", "--all", "--yes").has("all")).toBe(true);
  expect(read("clean", "split").words).toEqual(["split"]);
  expect(read("stop", "not", "now", "--run", "split").words).toEqual(["not", "now"]);
  expect(read("new", "Mend", "split", "--alias", "mend").value("alias")).toBe("mend");
  expect(read("new", "--", "--help", "me").words).toEqual(["--help", "me"]);
  expect(read("agent", "x", "--max-turns", "3").value("max-turns")).toBe("3");
});

it("knows no option that the usage does not name", () => {
  expect(() => read("list").value("run")).toThrow("bug: list takes no option --run");
});

it.each(USAGES.map((usage) => usage))("helps with $name: what it does, each option, an example", ({ name, says, options, examples }) => {
  const line = readCommandLine([name, "--help"], 400);
  const text = line.kind === "help" ? line.text : "";
  for (const part of [`Usage: loopwright ${name}`, says, ...Object.keys(options), ...Object.values(options), ...examples])
    expect(text).toContain(part);
});
