/** Archives that are a thousand times larger inside: the tools do not unpack them, and a command that does is stopped at its limit. */
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished } from "vitest";
import { PROCESS_LIMITS } from "#adapters/sandbox/process/limits.ts";
import { aDen, walled } from "./den.ts";

const MIB = 1024 ** 2;

walled("reads an archive as the bytes that it is, and stops whoever unpacks it [LIM-06]", async () => {
  const den = await aDen({ ...PROCESS_LIMITS, disk: 50 * MIB });
  onTestFinished(den.close);
  const bomb = gzipSync(Buffer.alloc(400 * MIB));
  expect(bomb.length).toBeLessThan(MIB);
  writeFileSync(join(den.folder, "bomb.gz"), bomb);
  expect(await den.host.read("bomb.gz").catch(String)).toContain("is binary");
  expect(await den.host.grep("a", { limit: 10 })).toEqual([]);
  const unpacked = await den.run("gunzip -k bomb.gz; echo unpacked");
  expect(unpacked).toMatchObject({ killed: "disk" });
  expect(unpacked.stdout).not.toContain("unpacked");
  expect(statSync(join(den.folder, "bomb.gz")).size).toBe(bomb.length);
});
