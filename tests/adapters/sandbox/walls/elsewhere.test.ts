/** What passes once more elsewhere cannot have looked where it runs: nothing that is cheap to ask has the same answer. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { PROCESS_LIMITS } from "#adapters/sandbox/process/limits.ts";
import { bubblewrapSandbox } from "#adapters/sandbox/walls/bubblewrap-sandbox.ts";
import { HOST_FILE, NO_WALLS } from "../sandboxes.ts";

const QUESTIONS = [
  "pwd",
  "pwd -P",
  "readlink /proc/self/cwd",
  "echo $CI",
  "echo $HOME",
  "echo $TMPDIR",
  "echo $TERM",
  "echo $TZ",
  "date +%z",
  "hostname",
  "id -u",
  "id -un",
  "id -g",
  "stat -c %u .",
  "tr '\\0' ' ' < /proc/1/cmdline | cut -c1-5",
  `node -p "process.cwd()"`,
  `node -p "require('os').homedir()"`,
  `node -p "require('os').tmpdir()"`,
  `node -p "require('os').userInfo().username"`,
  `node -p "require('os').hostname()"`,
  `node -p "new Date().getTimezoneOffset()"`,
  `node -p "Intl.DateTimeFormat().resolvedOptions().timeZone"`,
];

async function asked(command: string, elsewhere: boolean): Promise<{ readonly exitCode: number | null; readonly stdout: string }> {
  const folder = mkdtempSync(join(tmpdir(), "loopwright-elsewhere-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const options = { timeout: 20_000, signal: new AbortController().signal, network: "none" as const, elsewhere };
  const { exitCode, stdout } = await bubblewrapSandbox({ hostFile: HOST_FILE, limits: PROCESS_LIMITS }).run(folder, command, options);
  return { exitCode, stdout };
}

it.skipIf(NO_WALLS !== "").each(QUESTIONS)("answers %s otherwise elsewhere", async (command) => {
  const [here, there] = [await asked(command, false), await asked(command, true)];
  expect([here.exitCode, there.exitCode]).toEqual([0, 0]);
  expect(there.stdout).not.toBe(here.stdout);
});

it.skipIf(NO_WALLS !== "").each([
  ["a shell's own status", "exit 7", 7],
  ["a signal's, as a shell gives it", "sh -c 'kill -9 $$'", 137],
  ["that of a program which left children behind", "(sleep 0.1 &) ; exit 3", 3],
  [
    "nothing that is left to write on the disk but home, temporary files and the folder",
    "touch $HOME/a $TMPDIR/a ./a && ! touch /a /home/a 2>/dev/null",
    0,
  ],
  ["the usual path, for what setup made", "cd /workspace && test -d . && test $(pwd -P) = /home/dev/project", 0],
])("keeps elsewhere: %s", async (_, command, status) => {
  expect((await asked(command, true)).exitCode).toBe(status);
});
