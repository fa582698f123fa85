import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolders } from "#adapters/git/working-copy/folders.ts";

it("gives every caller a folder of its own, also to many that ask at once", async () => {
  const temp = mkdtempSync(join(tmpdir(), "folders-"));
  const places = tempFolders(temp);
  const made = await Promise.all(Array.from({ length: 10 }, () => places.create("site")));
  expect(new Set(made).size).toBe(10);
  await places.dispose();
  rmSync(temp, { recursive: true });
});
