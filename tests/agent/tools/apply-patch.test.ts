/** Patches: read, put where they belong, all of them or nothing. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { alignTools, modelIdOf } from "#agent/tools/align.ts";
import { applyPatch } from "#agent/tools/apply-patch.ts";
import { applyHunks } from "#agent/tools/patch-hunks.ts";
import { parsePatch } from "#agent/tools/patch-text.ts";
import { seenFiles } from "#agent/tools/seen-files.ts";
import type { ToolOutcome } from "#agent/tools/tool.ts";
import { Failure } from "#ports/failure.ts";
import { Refused, type ToolAccess } from "#ports/tool-access.ts";
import { mapHands } from "../../fakes/map-hands.ts";

const wrap = (...lines: readonly string[]) => ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");

async function apply(hands: ToolAccess, patch: string): Promise<ToolOutcome> {
  const prepared = applyPatch.prepare({ patch });
  if (prepared.kind === "bad") throw new Error(prepared.problem);
  return prepared.run({ toolAccess: hands, seen: seenFiles(), web: undefined, signal: new AbortController().signal, msLeft: 1000 });
}

it("adds, updates, deletes and moves files in one patch [S3.21]", async () => {
  const hands = mapHands({ "a.js": "one\ntwo\nthree\n", "old.js": "x\n", "from.js": "keep\nchange\n" });
  const patch = wrap(
    "*** Add File: new/b.js",
    "+first",
    "+",
    "*** Update File: a.js",
    "@@",
    " one",
    "-two",
    "+2",
    "*** Delete File: old.js",
    "*** Update File: from.js",
    "*** Move to: to.js",
    "@@",
    "-change",
    "+changed",
  );
  expect(await apply(hands, patch)).toEqual({
    text: "added new/b.js\nupdated a.js\ndeleted old.js\nmoved from.js to to.js",
    failed: false,
  });
  expect(Object.fromEntries(hands.files)).toEqual({ "new/b.js": "first\n\n", "a.js": "one\n2\nthree\n", "to.js": "keep\nchanged\n" });
  const prepared = applyPatch.prepare({ patch });
  expect(prepared.kind === "ready" && prepared.target).toBe("new/b.js, a.js, old.js, from.js");
});

it.each([
  {
    what: "trailing blanks do not count, and stay as the file has them",
    file: "a  \nb\t\nc\n",
    hunk: [" a", "-b", "+B", " c "],
    gives: "a  \nB\nc\n",
  },
  { what: "a file with \\r\\n keeps it", file: "a\r\nb\r\n", hunk: [" a", "-b", "+B", "+C"], gives: "a\r\nB\r\nC\r\n" },
  { what: "a file without a last line end stays so", file: "a\nb", hunk: ["-b", "+B"], gives: "a\nB" },
  { what: "an empty line may have lost its blank", file: "a\n\nb\n", hunk: [" a", "", "-b", "+B"], gives: "a\n\nB\n" },
  { what: "lines without context go to the end", file: "a\n", hunk: ["+b"], gives: "a\nb\n" },
  { what: "an empty file can be filled", file: "", hunk: ["+a"], gives: "a\n" },
  { what: "all can be taken out", file: "a\n", hunk: ["-a"], gives: "" },
  { what: "@@ tells which", file: "f\nx\ng\nx\n", hunk: ["@@ g", "-x", "+y"], gives: "f\nx\ng\ny\n" },
  { what: "@@ within @@", file: "A\n f\n x\nB\n f\n x\n", hunk: ["@@ B", "@@ f", "- x", "+ y"], gives: "A\n f\n x\nB\n f\n y\n" },
  { what: "lines without context go below their @@", file: "A\nB\n", hunk: ["@@ A", "+a"], gives: "A\na\nB\n" },
  { what: "the end tells which", file: "x\nx\n", hunk: ["-x", "+y", "*** End of File"], gives: "x\ny\n" },
  { what: "hunks follow one another", file: "x\na\nx\nb\n", hunk: ["@@", "-x", "-a", "+1", "@@", "-x", "+2"], gives: "1\n2\nb\n" },
])("$what [S3.21]", async ({ file, hunk, gives }) => {
  const hands = mapHands({ f: file });
  expect(await apply(hands, wrap("*** Update File: f", ...hunk))).toEqual({ text: "updated f", failed: false });
  expect(hands.files.get("f")).toBe(gives);
});

it.each([
  { when: "the context is missing", file: "a\n", hunk: [" z", "+b"], says: 'f: not found: "z"' },
  {
    when: "the context is there twice",
    file: "x\na\nx\n",
    hunk: ["-x", "+y"],
    says: 'f: its lines are there 2 times; add more lines around them, or @@ with a line before them: "x"',
  },
  { when: "the @@ is missing", file: "a\n", hunk: ["@@ class B", "+b"], says: 'f: @@ not found: "class B"' },
  { when: "the @@ is there twice", file: "f\nf\n", hunk: ["@@ f", "+b"], says: 'f: @@ is there 2 times: "f"' },
  { when: "the order is not the file's", file: "a\nb\n", hunk: ["-b", "+B", "@@", "-a", "+A"], says: "f: its lines stand above" },
  { when: "it does not end the file", file: "a\nb\n", hunk: ["-a", "+A", "*** End of File"], says: "f: " },
])("changes nothing when $when [S3.21]", async ({ file, hunk, says }) => {
  const hands = mapHands({ f: file });
  const outcome = await apply(hands, wrap("*** Update File: f", ...hunk));
  expect(outcome.failed).toBe(true);
  expect(outcome.text).toContain(`nothing was changed. ${says}`);
  expect(hands.files.get("f")).toBe(file);
});

it("quotes at most 100 characters of what it did not find [S3.21]", async () => {
  const { text } = await apply(mapHands({ f: "a\n" }), wrap("*** Update File: f", `-${"z".repeat(300)}`));
  expect(text).toBe(`nothing was changed. f: not found: "${"z".repeat(100)}"`);
});

it.each([
  { patch: "*** Update File: f", says: "the first line must be" },
  { patch: "*** Begin Patch\n*** Delete File: f", says: "the last line must be" },
  { patch: wrap(), says: "changes no file" },
  { patch: wrap("-x", "+y"), says: 'line 2 begins no file: "-x"' },
  { patch: wrap("*** Add File: f", "x"), says: "each line of a new file begins with +" },
  { patch: wrap("*** Delete File: f", "-x"), says: "nothing may follow its header" },
  { patch: wrap("*** Update File: f"), says: "nothing is changed in it" },
  { patch: wrap("*** Update File: f", "@@ a"), says: "nothing follows @@" },
  { patch: wrap("*** Update File: f", "*x"), says: "a line begins with a blank, - or +" },
  { patch: wrap("*** Delete File: f", "*** Add File: f", "+x"), says: "f is named twice" },
])("says what is wrong in $patch [S3.21]", async ({ patch, says }) => {
  const outcome = await apply(mapHands({ f: "x\n" }), patch);
  expect(outcome).toEqual({ text: expect.stringContaining(says), failed: true });
  const prepared = applyPatch.prepare({ patch });
  expect(prepared.kind === "ready" && prepared.target).toBe("a patch that cannot be read");
});

it("takes a move without a change, and line ends of another system [S3.21]", async () => {
  const hands = mapHands({ a: "x\n" });
  expect((await apply(hands, wrap("*** Update File: a", "*** Move to: b").replaceAll("\n", "\r\n"))).text).toBe("moved a to b");
  expect(Object.fromEntries(hands.files)).toEqual({ b: "x\n" });
});

/** A change that would be good on its own. */
const FIRST = ["*** Update File: b", "-2", "+3"];

it.each([
  { what: "a file that is there already", before: FIRST, lines: ["*** Add File: a", "+x"], says: "a: it is there already" },
  { what: "a move onto another file", before: [], lines: ["*** Update File: a", "*** Move to: b"], says: "a: b is there already" },
  { what: "a file that is not there", before: FIRST, lines: ["*** Delete File: none"], says: "none: no such file" },
  { what: "a path that leaves the root", before: FIRST, lines: ["*** Add File: ../x", "+x"], says: "outside the root" },
])("does not add over, move onto or leave: $what [S3.21, C3.07]", async ({ before, lines, says }) => {
  const hands = mapHands({ a: "1\n", b: "2\n" });
  const outcome = await apply(hands, wrap(...before, ...lines));
  expect(outcome).toEqual({ text: expect.stringContaining(says), failed: true });
  expect(Object.fromEntries(hands.files)).toEqual({ a: "1\n", b: "2\n" });
});

it.each([new Refused("b: its permissions forbid it"), new Failure("sandbox", "gone", { retryable: true })])(
  "undoes what was done when a later file cannot be written: %s [S3.21]",
  async (error) => {
    const files = mapHands({ a: "1\n", b: "2\n", c: "3\n" });
    const hands: ToolAccess = {
      ...files,
      write: async (path, ...rest) => (path === "b" && rest[0] === "B\n" ? Promise.reject(error) : files.write(path, ...rest)),
    };
    const patch = wrap("*** Update File: a", "-1", "+A", "*** Add File: new", "+n", "*** Delete File: c", "*** Update File: b", "-2", "+B");
    if (error instanceof Refused)
      expect(await apply(hands, patch)).toEqual({ text: `nothing was changed. ${error.message}`, failed: true });
    else await expect(apply(hands, patch)).rejects.toBe(error);
    expect(Object.fromEntries(files.files)).toEqual({ a: "1\n", b: "2\n", c: "3\n" });
  },
);

it("gives a moved file the executable bit of the old one [S3.21]", async () => {
  const files = mapHands({ a: "x\n" });
  const asked: (string | undefined)[] = [];
  const hands: ToolAccess = {
    ...files,
    write: async (path, content, like) => {
      asked.push(like);
      await files.write(path, content);
    },
  };
  await apply(hands, wrap("*** Update File: a", "*** Move to: b"));
  expect(asked).toEqual(["a"]);
});

it("does not begin what would keep the driver busy for minutes [S3.21]", async () => {
  const outcome = await apply(
    mapHands({ f: "\n".repeat(1_000_000) }),
    wrap("*** Update File: f", ...Array.from({ length: 100 }, () => " ")),
  );
  expect(outcome).toEqual({ text: expect.stringContaining("too large for so long a patch"), failed: true });
});

it("puts any replacement of one line where it belongs, and nothing else changes [S3.21]", () => {
  const line = fc.stringMatching(/^[a-z]{1,5}$/);
  fc.assert(
    fc.property(fc.uniqueArray(line, { minLength: 1, maxLength: 12 }), fc.nat(), line, (lines, seed, fresh) => {
      const at = seed % lines.length;
      const hunk = [...lines.slice(Math.max(0, at - 2), at).map((text) => ` ${text}`), `-${lines[at]}`, `+${fresh}`];
      const read = parsePatch(wrap("*** Update File: f", "@@", ...hunk));
      const [change] = read.kind === "patch" ? read.changes : [];
      if (change?.kind !== "update") throw new Error("no update");
      expect(applyHunks(`${lines.join("\n")}\n`, change.hunks)).toEqual({ kind: "done", text: `${lines.with(at, fresh).join("\n")}\n` });
    }),
  );
});

it("reads whatever it is given without an exception [S3.21]", () => {
  const piece = fc.constantFrom(
    "*** Begin Patch",
    "*** End Patch",
    "*** Update File: a",
    "*** Add File: b",
    "*** Delete File: c",
    "*** Move to: d",
    "@@",
    "@@ x",
    " x",
    "-x",
    "+x",
    "",
    "*** End of File",
    "junk",
  );
  fc.assert(fc.property(fc.array(piece, { maxLength: 20 }), (lines) => ["patch", "bad"].includes(parsePatch(lines.join("\n")).kind)));
});

it.each([
  { model: "gpt-5.2", gives: ["read_file", "apply_patch", "exec"] },
  { model: "openai:gpt-5.2", gives: ["read_file", "apply_patch", "exec"] },
  { model: "o3", gives: ["read_file", "apply_patch", "exec"] },
  { model: "claude-opus-5-5", gives: ["read_file", "edit_file", "exec"] },
  { model: "openai:gemini-3-pro", gives: ["read_file", "edit_file", "exec"] },
  { model: "openai:llama-4", gives: ["read_file", "edit_file", "exec"] },
])("gives $model $gives [S3.17, C3.11]", ({ model, gives }) => {
  expect(alignTools(["read_file", "edit_file", "exec"], model)).toEqual(gives);
  expect(alignTools(["read_file", "apply_patch", "exec"], model)).toEqual(gives);
  expect(alignTools(["read_file", "edit_file", "apply_patch", "exec"], model)).toEqual(gives);
  expect(alignTools(["read_file"], model)).toEqual(["read_file"]);
});

it("knows the model of a tier, and passes an id through [S3.16]", () => {
  const models = { best: "gpt-5.2", balanced: "claude-sonnet-5-5", fast: "o3" };
  expect(["best", "fast", "gpt-4.1"].map((tier) => modelIdOf(tier, models))).toEqual(["gpt-5.2", "o3", "gpt-4.1"]);
});
