/** The scripts of completion, in the shells that they are for. */
import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { completionScript, SHELLS } from "#cli/terminal/completion-script.ts";
import { USAGES } from "#cli/terminal/usage.ts";

const isThere = (shell: string): boolean => {
  try {
    execFileSync("/bin/sh", ["-c", `command -v ${shell}`], { stdio: "ignore" });
    return true;
  } catch {
    return false; // this machine has no such shell
  }
};

/** What bash offers for the words, of which the last is being typed. */
function bashOffers(...words: readonly string[]): readonly string[] {
  const line = words.map((word) => `'${word}'`).join(" ");
  const script = `${completionScript("bash", USAGES)}
COMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _loopwright; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync("bash", ["--norc", "-c", script], { encoding: "utf8" })
    .split("\n")
    .filter((word) => word !== "");
}

it("completes commands and their options in bash", () => {
  expect(bashOffers("loopwright", "re")).toEqual(["resume", "redirect", "report", "replay"]);
  expect(bashOffers("loopwright", "status", "--")).toEqual(["--run", "--plan", "--json"]);
  expect(bashOffers("loopwright", "new", "iss")).toEqual([]);
  expect(bashOffers("loopwright", "")).toHaveLength(USAGES.length);
});

it.runIf(isThere("zsh"))("is read by zsh, and offers the same", () => {
  const script = `autoload -Uz compinit; compinit -D
_describe() { print -l -- "\${(@P)4%%:*}" }
_files() { :; }
${completionScript("zsh", USAGES)}
words=(loopwright status --); CURRENT=3; _loopwright`;
  const offered = execFileSync("zsh", ["-f", "-c", script], { encoding: "utf8" });
  expect(offered.split("\n").filter((word) => word !== "")).toEqual(["--run", "--plan", "--json"]);
});

it.runIf(isThere("fish"))("completes in fish", () => {
  const script = `${completionScript("fish", USAGES)}\ncomplete -C'loopwright status --'`;
  const offered = execFileSync("fish", ["--no-config", "-c", script], { encoding: "utf8" });
  expect(offered).toContain("--plan\tprint its plan as JSON");
});

it.each(SHELLS)("says in its first lines how %s takes it", (shell) => {
  expect(completionScript(shell, USAGES).slice(0, 200)).toContain(`loopwright completion ${shell}`);
});
