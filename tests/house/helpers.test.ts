/** Test files of one worker share their modules: what a module of helpers hangs up at its top would hold for the first file alone, and leave folders behind. */
import { readdir, readFile } from "node:fs/promises";
import { expect, it } from "vitest";

/** The hooks that a text hangs up as soon as it is read. */
function hooksIn(text: string): readonly string[] {
  return [...text.matchAll(/^(?:before|after)(?:Each|All)(?=\()/gm)].map(([hook]) => hook);
}

it("finds a hook at the top of a module, and none that a function hangs up", () => {
  expect(hooksIn("const used = [];\n\nafterEach(async () => undefined);\n")).toEqual(["afterEach"]);
  expect(hooksIn("export function aLab() {\n  afterAll(() => lab.close());\n}\n// afterEach(\n")).toEqual([]);
});

it("finds none in any module of helpers", async () => {
  const files = (await readdir("tests", { recursive: true })).filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
  const hung = await Promise.all(
    files.map(async (file) => hooksIn(await readFile(`tests/${file}`, "utf8")).map((hook) => `${file}: ${hook}`)),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(hung.flat()).toEqual([]);
});
