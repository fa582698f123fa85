/** What a command finds in /etc: copies of what is small, mounts of what is large, and nothing else of the machine's. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { gatherSettings, settingsFor } from "#adapters/sandbox/inside/settings.ts";
import { bundle } from "../../../builders/bundle.ts";

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function anEtc(): string {
  const etc = mkdtempSync(join(tmpdir(), "etc-"));
  made.push(etc);
  for (const folder of ["few", "many", "deep/er", "ssl/private"]) mkdirSync(join(etc, folder), { recursive: true });
  writeFileSync(join(etc, "passwd"), "root:x:0:0\n");
  writeFileSync(join(etc, "shadow"), "root:secret\n");
  writeFileSync(join(etc, "cache"), Buffer.alloc(2 ** 20 + 1));
  writeFileSync(join(etc, "few/a.conf"), "a");
  for (let count = 0; count < 17; count++) writeFileSync(join(etc, `many/${count}`), "");
  symlinkSync("passwd", join(etc, "linked"));
  return etc;
}

async function gathered(...names: readonly string[]) {
  const settings = await gatherSettings(names, anEtc());
  made.push(settings.folder);
  return settings;
}

it("copies files and folders of a few files, follows a link, and leaves places for what is large", async () => {
  const { folder, mounted } = await gathered("passwd", "linked", "few", "many", "deep", "cache", "ssl/cert.pem");
  expect(mounted).toEqual(["many", "deep", "cache"]);
  expect(readdirSync(folder).sort()).toEqual(["cache", "deep", "few", "linked", "many", "passwd"]);
  const read = (name: string) => readFileSync(join(folder, name), "utf8");
  expect([read("passwd"), read("linked"), read("few/a.conf"), read("cache")]).toEqual(["root:x:0:0\n", "root:x:0:0\n", "a", ""]);
  expect([readdirSync(join(folder, "many")), statSync(folder).mode & 0o777]).toEqual([[], 0o755]);
});

it("holds name servers only for a command with a network, and no secrets of the machine", async () => {
  const [without, with_] = await Promise.all([settingsFor(false), settingsFor(true)]);
  expect([without.folder === with_.folder, (await settingsFor(false)) === without]).toEqual([false, true]);
  expect([without, with_].map(({ folder }) => existsSync(join(folder, "resolv.conf")))).toEqual([false, existsSync("/etc/resolv.conf")]);
  for (const { folder } of [without, with_])
    for (const name of ["shadow", "gshadow", "ssl/private", "sudoers", "ssh", "environment"])
      expect(existsSync(join(folder, name))).toBe(false);
});

it("is gone when the process ends", async () => {
  const program = await bundle("src/adapters/sandbox/inside/settings.ts");
  const script = `import { settingsFor } from ${JSON.stringify(program.file)}; console.log((await settingsFor(false)).folder);`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  await program.remove();
  expect([stderr, stdout]).toEqual(["", expect.stringMatching(/loopwright-etc-\w+\n$/)]);
  expect(existsSync(stdout.trim())).toBe(false);
});
