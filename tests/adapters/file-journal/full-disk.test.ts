/** A disk that is full: the append fails in words, and the journal is what it was before. On a file system of its own, in a mount namespace. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { expect, it } from "vitest";
import { aWorkshop } from "./workshop.ts";

const mayMount = spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).status === 0;

it.skipIf(!mayMount)("fails an append that finds no room, and keeps every event before it [CR-11]", async () => {
  const shop = aWorkshop();
  const file = join(shop.repository.home, "child.mjs");
  const bundle = await rolldown({ input: join(import.meta.dirname, "full-disk-child.ts"), platform: "node" });
  await bundle.write({ file, format: "esm", codeSplitting: false });
  await bundle.close();
  const play = 'mount -t tmpfs -o size=256k tmpfs /mnt && mkdir /mnt/run && "$0" "$1" "$2" /mnt/run';
  const args = ["-rm", "sh", "-c", play, process.execPath, file, shop.repository.gitDir];
  const { stdout, stderr } = spawnSync("unshare", args, { encoding: "utf8" });
  expect(stderr).toBe("");
  const told = JSON.parse(stdout);
  expect(told).toMatchObject({ kind: "events", why: expect.stringMatching(/ENOSPC|no space/i) });
  expect([told.events, told.kept > 5]).toEqual([told.kept, true]);
});
