/** A question about objects is asked once. The git behind it is the real one, and its starts are counted. */
import { expect, it, onTestFinished } from "vitest";
import { gitAt } from "#adapters/git/command/git-command.ts";
import { keepingAnswers } from "#adapters/git/command/kept-answers.ts";
import type { Git } from "#adapters/git/command/run-git.ts";
import { aRepository } from "../repository.ts";

/** Git that keeps answers, how often it was started, and three blobs of 1,000 bytes and more. */
function counted(most?: number) {
  const repository = aRepository({ "a.txt": "a".repeat(1000), "b.txt": "b".repeat(1000), "c.txt": "c".repeat(1000) });
  onTestFinished(repository.remove);
  const real = gitAt(repository.gitDir, repository.home);
  const started: string[] = [];
  const counting: Git = (args, options) => {
    started.push(args.join(" "));
    return real(args, options);
  };
  const git = keepingAnswers(counting, most);
  const [a = "", b = "", c = ""] = ["a", "b", "c"].map((name) => repository.git("rev-parse", `HEAD:${name}.txt`));
  const blob = async (sha: string) => (await git(["cat-file", "blob", sha], { lasting: true })).stdout.toString();
  return { git, started, blob, repository, blobs: [a, b, c] as const };
}

it("starts git once for a lasting question, also when it is asked twice at the same time", async () => {
  const { blob, started, blobs } = counted();
  const [a] = blobs;
  expect(await Promise.all([blob(a), blob(a)])).toEqual(["a".repeat(1000), "a".repeat(1000)]);
  expect(await blob(a)).toBe("a".repeat(1000));
  expect(started).toHaveLength(1);
});

it("tells questions apart by their input and by where their output is cut", async () => {
  const { git, started, blobs } = counted();
  const [a, b] = blobs;
  const batch = async (sha: string, cut?: number) => {
    const options = { input: `${sha}\n`, lasting: true, ...(cut === undefined ? {} : { cut }) } as const;
    return (await git(["cat-file", "--batch", "--buffer"], options)).stdout.toString();
  };
  expect(await batch(a)).toContain("aaa");
  expect(await batch(b)).toContain("bbb");
  expect((await batch(b, 50)).length).toBe(50);
  expect(started).toHaveLength(3);
});

it("asks again about what may change", async () => {
  const { git, repository } = counted();
  const head = async () => (await git(["rev-parse", "HEAD"])).stdout.toString().trim();
  const first = await head();
  const second = repository.commit({ "a.txt": "changed" });
  expect(second).not.toBe(first);
  expect(await head()).toBe(second);
});

it("keeps no failure: an object may come later", async () => {
  const { blob, started, repository } = counted();
  const other = aRepository({ "a.txt": "not there yet" });
  onTestFinished(other.remove);
  const later = other.git("rev-parse", "HEAD:a.txt");
  await expect(blob(later)).rejects.toThrow(/git cat-file blob/);
  repository.commit({ "a.txt": "not there yet" });
  expect(await blob(later)).toBe("not there yet");
  expect(started).toHaveLength(2);
});

it("keeps no more bytes than it may, and lets go first of what was asked longest ago", async () => {
  const { blob, started, blobs } = counted(2500);
  const [a, b, c] = blobs;
  for (const sha of [a, b, a, c, a]) await blob(sha);
  expect(started).toHaveLength(3);
  await blob(b);
  expect(started).toHaveLength(4);
});

it("does not keep an answer that is too large", async () => {
  const { blob, started, blobs } = counted(500);
  const [a] = blobs;
  expect([await blob(a), await blob(a)]).toEqual(["a".repeat(1000), "a".repeat(1000)]);
  expect(started).toHaveLength(2);
});

it("lets nothing go for an answer that is too large to be kept", async () => {
  const { git, blob, started, blobs } = counted(1500);
  const [a, b, c] = blobs;
  await blob(a);
  const { stdout } = await git(["cat-file", "--batch", "--buffer"], { input: `${b}\n${c}\n`, lasting: true });
  expect(stdout.length).toBeGreaterThan(2000);
  await blob(a);
  expect(started).toHaveLength(2);
});
