/** The redactor's bench: every way in which a key can be written is tried, none leaves, and nothing else is taken for one. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { secretGuardOver } from "#core/analysis/secrets/redact.ts";
import { ROOT } from "../../../house/tools.ts";
import { NOT_PROMISED, WRITINGS } from "./writings.ts";

/** Like real ones, and none. */
const KEYS = {
  "a model's key": `sk-ant-${"api03"}-T4x9Qm2ZrV7w_Lk8bN3yHd6Jc-P5sFg1Ae0UoXtKq9BvRi-AA`,
  "a token": `ghs_${"Zy9xQ4vT7mK2pR8wL5nB3dF6hJ1sG0aCeUiO"}`,
  "a key with signs": "own/9f8e7d6c5b4a+3f2e1d0c.AbCdEfGh?IjKl=Mn0pQr",
};
const guard = secretGuardOver(Object.values(KEYS));

const partsOf = (text: string, size: number) =>
  Array.from({ length: Math.max(0, text.length - size + 1) }, (_, at) => text.slice(at, at + size));

/** Whether a stretch that holds twelve characters of the key is left of a writing, or twelve of the key as they are. */
function leaves(left: string, key: string, write: (key: string) => string): boolean {
  const written = write(key);
  const around = write("\u0001".repeat(key.length));
  const stretches = partsOf(written, Math.ceil((12 * written.length) / key.length)).filter((part) => !around.includes(part));
  return [...stretches, ...partsOf(key, 12), ...partsOf([...key].reverse().join(""), 12)].some((part) => left.includes(part));
}

describe.each(Object.entries(KEYS))("%s", (_kind, key) => {
  it.each(Object.entries(WRITINGS))("does not leave: %s [OUT-01]", (_how, write) => {
    const text = `line 1 of a log\nvalue: ${write(key)}\nline 3 of a log`;
    const left = guard.hide(text);
    expect(guard.containsOwn(text)).toBe(true);
    expect([leaves(left, key, write), left]).toEqual([false, left]);
    expect(guard.hide(left)).toBe(left);
    expect(left).toMatch(/^line 1 of a log\n[\s\S]*\nline 3 of a log$/);
  });
});

it("has at least forty ways, and would notice one that leaves", () => {
  expect(Object.keys(WRITINGS).length).toBeGreaterThanOrEqual(40);
  const key = KEYS["a token"];
  for (const write of Object.values(WRITINGS)) expect(leaves(write(key), key, write)).toBe(true);
});

it.each(Object.entries(NOT_PROMISED))("is told of in the policy where it is not promised: %s", (how, write) => {
  const key = KEYS["a token"];
  expect(leaves(guard.hide(write(key)), key, write)).toBe(true);
  expect(readFileSync(join(ROOT, ".github/SECURITY.md"), "utf8")).toContain(how);
});

describe("what is no secret of ours [M3.04]", () => {
  const guardOfAll = secretGuardOver([
    ...Object.values(KEYS),
    `-----BEGIN RSA PRIVATE KEY-----\n${"k9QwT3".repeat(200)}\n-----END RSA PRIVATE KEY-----`,
  ]);
  const files = ["src", "action", "bot", "tests/text", ".github/docs", "tests/proofs/regressions"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );

  it("is left alone in our own sources, documents and journals", () => {
    expect(files.length).toBeGreaterThan(500);
    const found = [...files, join(ROOT, "package-lock.json")].filter((path) => guardOfAll.containsOwn(readFileSync(path, "utf8")));
    expect(found).toEqual([]);
  });

  it("is left alone in long logs of numbers, digests and dumps", () => {
    const digests = Array.from(
      { length: 4_000 },
      (_, index) => `${index}: sha256-${Buffer.from(`${index * 7919}`.repeat(7)).toString("base64")}`,
    );
    const numbers = Array.from({ length: 20_000 }, (_, index) => (index * 7919) % 128).join(" ");
    const dumps = Array.from(
      { length: 4_000 },
      (_, index) => `${index.toString(16).padStart(8, "0")}: ${(index * 104_729).toString(16).padStart(32, "6")}`,
    );
    const times = Array.from(
      { length: 4_000 },
      (_, index) => `2026-01-02T10:${index % 60}:01Z [worker-${index}] GET /a/${index} 200 ${index}ms ok ${index} - test`,
    );
    for (const text of [digests.join("\n"), numbers, dumps.join("\n"), times.join("\n")]) expect(guardOfAll.containsOwn(text)).toBe(false);
  });

  it("is the armour of a key, and the beginning that all keys of a maker share", () => {
    for (const text of ["-----BEGIN RSA PRIVATE KEY-----", "a key begins with sk-ant-api03- and is secret", "ghs_ is for GitHub"])
      expect(guardOfAll.containsOwn(text)).toBe(false);
  });
});
