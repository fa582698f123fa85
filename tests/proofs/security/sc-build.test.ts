/** The programs that we ship: the same bytes wherever they are built, and nothing that must be installed beside them. */
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import typescript from "typescript";
import { afterAll, expect, it } from "vitest";
import { ROOT } from "../../house/tools.ts";

const PROGRAMS = ["action", "bot", "cli", "tool-host"];
const SHIPPED = new RegExp(`^(?:${PROGRAMS.join("|")})(?:-.*)?\\.mjs$`);
const temp = mkdtempSync(join(tmpdir(), "loopwright-built-"));
afterAll(() => rmSync(temp, { recursive: true }));

function shippedIn(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(folder).filter((name) => SHIPPED.test(name));
  return new Map(
    names.map((name) => [
      name,
      createHash("sha256")
        .update(readFileSync(join(folder, name)))
        .digest("hex"),
    ]),
  );
}

it("builds the same bytes in another folder, whatever an earlier build left there [SC-02]", () => {
  const copy = join(temp, "elsewhere/by/another/name");
  const left = new Set([".git", "dist", "node_modules", "coverage"].map((name) => join(ROOT, name)));
  cpSync(ROOT, copy, { recursive: true, filter: (path) => !left.has(path) });
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  mkdirSync(join(copy, "dist"));
  for (const name of ["action-left.mjs", "bot-left.mjs", "cli-left.mjs"]) writeFileSync(join(copy, "dist", name), "");
  execFileSync("npm", ["run", "build"], { cwd: copy, stdio: "ignore", env: { ...process.env, LOOPWRIGHT_PROGRAMS: PROGRAMS.join(" ") } });
  const built = shippedIn(join(copy, "dist"));
  expect(built.size).toBeGreaterThan(5);
  expect([...built]).toEqual([...shippedIn(join(ROOT, "dist"))]);
});

it("asks for nothing but node's own modules and its own parts, and starts in a folder without any other [SC-03]", () => {
  const alone = join(temp, "alone");
  mkdirSync(alone);
  const parts = readdirSync(join(ROOT, "dist")).filter((name) => /^action(?:-.*)?\.mjs$/.test(name));
  const asked = parts.flatMap((name) => {
    cpSync(join(ROOT, "dist", name), join(alone, name));
    return typescript.preProcessFile(readFileSync(join(alone, name), "utf8")).importedFiles.map(({ fileName }) => fileName);
  });
  const foreign = asked.filter((name) => !/^\.\/action[\w-]*\.mjs$/.test(name) && !builtinModules.includes(name.replace(/^node:/, "")));
  expect(asked.length).toBeGreaterThan(20);
  expect(foreign).toEqual([]);
  const env = { PATH: process.env["PATH"] ?? "", npm_config_registry: "http://127.0.0.1:1/" };
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(alone, "action.mjs")], { cwd: alone, env, encoding: "utf8" });
  expect(stderr).toBe("");
  expect(stdout).toContain("::error::");
  expect(status).toBe(1);
});
