import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { folders } from "#adapters/git/site/folders.ts";

it("gives every caller a folder of its own, also to many that ask at once", async () => {
  const temp = mkdtempSync(join(tmpdir(), "folders-"));
  const places = folders(temp);
  const made = await Promise.all(Array.from({ length: 10 }, () => places.fresh("site")));
  expect(new Set(made).size).toBe(10);
  await places.dispose();
  rmSync(temp, { recursive: true });
});
