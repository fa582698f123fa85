/** Questions to a process that prints as it likes. */
import { PassThrough, Writable } from "node:stream";
import { expect, it } from "vitest";
import { type AnswerLength, gitSession, oneLine } from "#adapters/git/command/git-session.ts";

/** A process whose output the test writes. `held`: whether it kept the program alive, each time that this was said. */
function aProcess() {
  const stdout = new PassThrough();
  const heard: string[] = [];
  const held: boolean[] = [];
  let end = (_why: string): void => undefined;
  const over = new Promise<string>((resolve) => {
    end = resolve;
  });
  const stdin = new Writable({
    write: (chunk, _encoding, done) => {
      heard.push(String(chunk));
      done();
    },
    final: (done) => {
      end("it ended with 0");
      done();
    },
  });
  return {
    heard,
    held,
    end: (why: string) => end(why),
    stdout,
    git: { name: "git test", stdin, stdout, over, hold: (isHeld: boolean) => void held.push(isHeld) },
  };
}

const sized: AnswerLength = (begun) => (begun.length === 0 ? 1 : 1 + (begun[0] ?? 0));
const turn = () => new Promise((resolve) => setImmediate(resolve));

it("puts answers together of any parts, and takes them apart", async () => {
  const { heard, stdout, git } = aProcess();
  const session = gitSession(async () => git);
  const all = Promise.all([session.ask("1", oneLine), session.ask("2", sized), session.ask("3", oneLine), session.ask("4", sized)]);
  await turn();
  expect(heard.join("")).toBe("1234");
  for (const part of ["on", "e\n\x03t", "wo", "three\n", "\0"]) stdout.write(part);
  expect((await all).map(String)).toEqual(["one\n", "\x03two", "three\n", "\0"]);
});

it("keeps the program alive while a question is open, and no longer", async () => {
  const { held, stdout, git } = aProcess();
  const session = gitSession(async () => git);
  const two = Promise.all([session.ask("1", oneLine), session.ask("2", oneLine)]);
  await turn();
  expect(held).toEqual([true, true]);
  stdout.write("a\nb\n");
  await two;
  expect(held).toEqual([true, true, true, false]);
});

it("fails what is open where the process ends, and starts another one", async () => {
  const [first, second] = [aProcess(), aProcess()];
  const waiting = [first, second];
  const session = gitSession(async () => waiting.shift()?.git ?? second.git);
  const open = [session.ask("1", oneLine), session.ask("2", oneLine)];
  await turn();
  first.end("fatal: no");
  for (const one of open) await expect(one).rejects.toMatchObject({ service: "git", message: "git test did not answer: fatal: no" });
  const again = session.ask("3", oneLine);
  await turn();
  second.stdout.write("three\n");
  expect(String(await again)).toBe("three\n");
});

it("cannot be started", async () => {
  const session = gitSession(() => Promise.reject(new Error("no git")));
  await expect(session.ask("1", oneLine)).rejects.toThrow("no git");
  await expect(session.close()).resolves.toBeUndefined();
});
