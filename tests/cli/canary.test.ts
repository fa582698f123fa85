/** The key of the model stays with the driver: nothing that a worker can run or read shows it, and nothing that is written holds it. */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it, onTestFinished } from "vitest";
import { NO_WALLS } from "../adapters/sandbox/sandboxes.ts";
import { account } from "../builders/atoms.ts";
import { lookFor } from "../journeys/canary/look.ts";
import { FILES, MENDED, story } from "./script.ts";
import { aStage, type Stage } from "./stage.ts";

/** In two halves, so that the command that looks for it does not hold it. */
const [FIRST, SECOND] = ["canary-8f3a", "c7d15e09"] as const;
const KEY = `sk-local-${FIRST}${SECOND}`;

/**
 * Looks through every environment, command line and file of settings that it may read, and prints what it finds of the key. Only that:
 * a long output is cut in the middle, and what was cut would pass for not seen. Every letter is one further, because the redactor
 * takes the key out of what a model is told in all forms that it knows.
 */
const LOOK = [
  "{ env; ps auxe; cat ~/.bashrc ~/.config/*/*; cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline | tr '\\0' '\\n'; } 2>/dev/null",
  `grep -a -o '${FIRST.slice(0, 9)}[0-9a-f]*' | sort | uniq -c | tr 'a-z' 'b-za'; echo looked`,
].join(" | ");

let stage: Stage;
afterEach(() => stage.close());

async function whatTheWorkerSaw(files: Readonly<Record<string, string>>): Promise<string> {
  const look = { reply: { calls: [{ tool: "exec", input: { command: LOOK } }] } };
  const write = { reply: { calls: [{ tool: "write_file", input: { path: "src/split.js", content: MENDED } }] } };
  const worker = [look, { ...write, expect: ["looked"] }, { reply: { json: account(true) }, repeat: true }];
  stage = await aStage({ files, key: KEY, script: story({ worker }) });
  // The driver wipes its own environment, so that a process of somebody else is what there would be to see.
  const holder = spawn("sleep", ["60"], { env: { PATH: process.env["PATH"] ?? "", KEY }, stdio: "ignore" });
  onTestFinished(() => void holder.kill("SIGKILL"));
  const ended = await stage.runWith({ env: { ANTHROPIC_API_KEY: KEY } }, "new", stage.issue, "--yes", "--expect", "threshold_reached");
  expect(ended.code, ended.err).toBe(0);
  expect(`${ended.out}${ended.err}`).not.toContain(KEY);
  return stage.model.requests
    .filter(({ role }) => role === "worker")
    .map(({ raw }) => raw)
    .join("\n");
}

/** True where the canary, or either half of it, stands in the text, however it is written. */
const betrays = lookFor([KEY, FIRST, SECOND]);

function everythingBelow(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true, encoding: "utf8" })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"))
    .join("\n");
}

it.skipIf(NO_WALLS !== "")(
  `is seen by no command of the worker, and stands in no log, commit, journal or result [EX-18]${NO_WALLS}`,
  async () => {
    const seen = await whatTheWorkerSaw(FILES);
    expect(seen).toContain("looked");
    const places = {
      seen,
      files: everythingBelow(stage.repository.home),
      commits: stage.repository.git("log", "--all", "-p", "--format=fuller"),
      prompts: stage.model.requests.map(({ raw }) => raw).join("\n"),
    };
    expect(
      Object.entries(places)
        .filter(([, text]) => betrays(text))
        .map(([name]) => name),
    ).toEqual([]);
  },
);

it("would be seen without the sandbox: the look above is no empty one [EX-18]", async () => {
  const seen = await whatTheWorkerSaw({ ...FILES, ".github/loopwright.yml": "sandbox: none\n" });
  expect(betrays(seen)).toBe(true);
});
