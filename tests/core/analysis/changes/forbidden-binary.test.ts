/** A NUL character must not switch off what is looked at in text; true binaries pass, without secrets. */
import { expect, it } from "vitest";
import { isTextByName } from "#core/analysis/changes/text-names.ts";
import { forbiddenContent } from "#core/analysis/changes/tree-review.ts";

const held = (text: string) => ({ text, isBinary: text.includes("\0") });
const strange = (path: string, after: string, before: string | null = null) =>
  forbiddenContent({ path, mode: "100644", before: before === null ? null : held(before), after: held(after) });

/** Letters as a real token has them, put together here so that this file holds none. */
const random = (length: number) => "q7Zx2Lm9Kd4Vb8Rn3Ty6".repeat(8).slice(0, length);
const PNG = "\ufffdPNG\r\n\u001a\n\0\0\0\rIHDR";
const NUL = "and holds a NUL character, so that nobody is shown what else is in it: write it without";
const SECRET = "it adds what looks like a secret, a token or a private key";
const wide = (text: string) => [...text].map((letter) => `${letter}\0`).join("");

it.each([
  "src/auth.ts",
  "a.mjs",
  "A.PY",
  "src/x.c",
  "config.json",
  "ci.yml",
  "README.md",
  "logo.svg",
  "GNUmakefile",
  "sub/.npmrc",
  "Dockerfile",
  "requirements-dev.txt",
  "CMakeLists.txt",
  ".mocharc",
  "go.sum",
])("refuses a NUL in what is text by its name: %s [OUT-12]", (path) => {
  expect(isTextByName(path)).toBe(true);
  expect(strange(path, "/*\0*/ \u202e")).toBe(`its name says that it is text, ${NUL}`);
  expect(strange(path, "/*\0*/ \u202e", "a\0")).toBe(`its name says that it is text, ${NUL}`);
});

it.each(["notes", "data.txt", "logo.png"])("refuses a NUL in what is text in the base: %s [OUT-12]", (path) => {
  expect(strange(path, "a\0b", "a")).toBe(`it is text in the base, ${NUL}`);
});

it("refuses a NUL in a script, whatever its name [OUT-12]", () => {
  expect(strange("bin/tool", "#!/bin/sh\n#\0\n")).toBe(`it is a script, ${NUL}`);
});

it.each([
  "logo.png",
  ".github/logo.png",
  "a.wasm",
  "bun.lockb",
  "data.txt",
  "tests/data/x.bin",
  "LICENSE.docx",
  ".mvn/wrapper/maven-wrapper.jar",
  "tool",
])("takes a true binary, new and changed: %s [OUT-12]", (path) => {
  expect(isTextByName(path)).toBe(false);
  expect(strange(path, PNG)).toBeNull();
  expect(strange(path, `${PNG}\u202e`, PNG)).toBeNull();
});

it.each([`ghp_${random(36)}`, `-----BEGIN PRIVATE KEY-----\n${random(64)}\n-----END PRIVATE KEY-----`, wide(`ghp_${random(36)}`)])(
  "refuses a binary that adds a secret, and none that had it: %j [OUT-03]",
  (secret) => {
    const bytes = `${PNG}\0${secret}\0`;
    expect(strange("a.bin", bytes)).toBe(SECRET);
    expect(strange("a.bin", bytes, PNG)).toBe(SECRET);
    expect(strange("a.bin", `${bytes}\u0001`, bytes)).toBeNull();
  },
);

it("takes a library that knows what a key begins with [OUT-03]", () => {
  expect(strange("a.wasm", `${PNG}\0-----BEGIN RSA PRIVATE KEY-----\0-----END RSA PRIVATE KEY-----\0`)).toBeNull();
});

it("looks at all of a text that was no text in the base [OUT-12]", () => {
  expect(strange("notes", "a\u202e", "a\0\u202e")).toMatch(/^line 1 holds bidirectional marks/);
});
