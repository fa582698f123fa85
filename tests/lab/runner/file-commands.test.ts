/** The files by which steps speak to the runner. */
import { appendFile, mkdtemp, rm, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { commandFiles, pairsOf } from "./file-commands.ts";

it.each([
  ["", []],
  ["a=b\n", [["a", "b"]]],
  ["a=b", [["a", "b"]]],
  [
    "a=\n\nb==c\n",
    [
      ["a", ""],
      ["b", "=c"],
    ],
  ],
  ["a=x<<y\n", [["a", "x<<y"]]],
  [
    "a<<E\none\n\ntwo=2\nE\nb=c\n",
    [
      ["a", "one\n\ntwo=2"],
      ["b", "c"],
    ],
  ],
  ["a<<E\nE\n", [["a", ""]]],
  ["a<<E=F\nx\nE=F\n", [["a", "x"]]],
  [
    "a=1\na=2\n",
    [
      ["a", "1"],
      ["a", "2"],
    ],
  ],
  ["a=b\r\n", [["a", "b\r"]]],
])("reads %j", (text, pairs) => {
  expect(pairsOf(text)).toEqual(pairs);
});

it.each([
  ["nothing\n", "Invalid format 'nothing'"],
  ["=a\n", "Invalid format '=a'"],
  ["<<E\nx\nE\n", "Invalid format '<<E'"],
  ["a<<\nx\n", "Invalid format 'a<<'"],
  ["a<<E\nx\n", "delimiter not found 'E'"],
])("refuses %j", (text, message) => {
  expect(() => pairsOf(text)).toThrow(message);
});

it("gives every process its own empty files, and reads a file that was taken away as empty", async () => {
  const temp = await mkdtemp(join(tmpdir(), "loopwright-runner-"));
  const [one, two] = [await commandFiles(temp), await commandFiles(temp)];
  await appendFile(one.environment.GITHUB_OUTPUT, "a=b\n");
  await unlink(one.environment.GITHUB_STATE);
  expect(await one.read("GITHUB_OUTPUT")).toBe("a=b\n");
  expect(await one.read("GITHUB_STATE")).toBe("");
  expect(await two.read("GITHUB_OUTPUT")).toBe("");
  await rm(temp, { recursive: true });
});
