/** Searches with hostile patterns: the real tool host in the real walls (FS-16 to FS-19). */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { aDen, type Den, NO_WALLS, walled } from "./den.ts";

let den: Den;

beforeAll(async () => {
  if (NO_WALLS !== "") return;
  den = await aDen();
  mkdirSync(join(den.folder, "a/b/c/d/e"), { recursive: true });
  writeFileSync(join(den.folder, "a/b/c/d/e/deep.txt"), "deep\n");
  writeFileSync(join(den.folder, "flags.txt"), "-x --pre=sh -f/etc/passwd\n");
  writeFileSync(join(den.folder, ".ripgreprc"), "--pre=sh\n");
  writeFileSync(join(den.outside, "outside.txt"), "outside\n");
  symlinkSync("/", join(den.folder, "root"));
  symlinkSync("/usr", join(den.folder, "a/usr"));
  symlinkSync(den.outside, join(den.folder, "out"));
});
afterAll(() => (NO_WALLS === "" ? den.close() : undefined));

walled("gives up a regular expression that takes for ever, and the next search works [FS-16]", async () => {
  await den.host.write("slow", `${"a".repeat(100_000)}!`);
  for (const pattern of ["^(a+)+$", `^${"(.*a){30}"}$`, "^(a*)*\\1b$"]) {
    await expect(den.host.grep(pattern, { path: "slow", limit: 1 }), pattern).rejects.toThrow("longer than 5 s");
  }
  expect(await den.host.grep("!$", { path: "slow", limit: 1 })).toHaveLength(1);
  await den.host.remove("slow");
});

walled("takes a pattern that looks like an option for a pattern [FS-17]", async () => {
  for (const pattern of ["-x", "--pre=sh", "-f/etc/passwd"]) {
    expect(
      (await den.host.grep(pattern, { glob: "*.txt", limit: 9 })).map(({ path }) => path),
      pattern,
    ).toEqual(["flags.txt"]);
  }
});

walled("keeps a glob within the folder, however it expands [FS-18]", async () => {
  for (const pattern of ["/**", "../**", "a/../../**"]) {
    await expect(den.host.glob(pattern, { limit: 9 }), pattern).rejects.toThrow("leaves the repository");
  }
  expect(await den.host.glob("**/**/**/**/*.txt", { limit: 9 })).toEqual(expect.arrayContaining(["a/b/c/d/e/deep.txt", "flags.txt"]));
  expect(await den.host.glob("{a,b}".repeat(20), { limit: 9 })).toEqual([]);
  await expect(den.host.glob("{a,b}".repeat(2_000), { limit: 9 })).rejects.toThrow("longer than 1000 characters");
  await expect(den.host.glob(`${"*a".repeat(12)}b`, { limit: 9 })).resolves.toEqual([]);
});

walled("follows no link to a folder in a search [FS-19]", async () => {
  expect([...(await den.host.glob("**/*.txt", { limit: 99 }))].sort()).toEqual(["a/b/c/d/e/deep.txt", "flags.txt"]);
  expect(await den.host.grep("outside|root:", { limit: 99 })).toEqual([]);
  expect(await den.host.grep("outside", { path: "out", limit: 99 })).toEqual([]);
  expect(await den.host.glob("**", { path: "root/etc", limit: 99 })).toEqual([]);
});
