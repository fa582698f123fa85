import { expect, it } from "vitest";
import { TOOLS } from "#agent/tools/all.ts";
import { type SeenFiles, seenFiles } from "#agent/tools/seen-files.ts";
import { ToolName, type ToolOutcome } from "#agent/tools/tool.ts";
import { OUTPUT_LIMITS } from "#agent/tools/truncate.ts";
import { Failure, Interrupted } from "#ports/failure.ts";
import type { ToolAccess } from "#ports/tool-access.ts";
import { mapHands } from "../../fakes/map-hands.ts";

interface Given {
  readonly msLeft?: number;
  readonly seen?: SeenFiles;
}

async function use(
  hands: ToolAccess,
  name: ToolName,
  input: unknown,
  { msLeft = 1_000_000, seen = seenFiles() }: Given = {},
): Promise<ToolOutcome> {
  const prepared = TOOLS[name].prepare(input);
  if (prepared.kind === "bad") throw new Error(prepared.problem);
  return prepared.run({ toolAccess: hands, seen, web: undefined, signal: new AbortController().signal, msLeft });
}

const ok = (text: string) => ({ text, failed: false });
const failed = (text: string) => ({ text, failed: true });

it("registers every tool under its own name [S3.17, S3.49, C3.09, C3.11]", () => {
  expect(Object.entries(TOOLS).map(([name, tool]) => [name, tool.spec.name])).toEqual(ToolName.options.map((name) => [name, name]));
});

it.each([
  { name: "read_file", input: {}, says: "path" },
  { name: "read_file", input: { path: "a", offset: 0 }, says: "offset" },
  { name: "read_file", input: { path: "a", limit: "all" }, says: "limit" },
  { name: "read_file", input: null, says: "expected object" },
  { name: "write_file", input: { path: "a" }, says: "content" },
  { name: "write_file", input: { path: "", content: "x" }, says: "path" },
  { name: "edit_file", input: { path: "a", old_string: "", new_string: "b" }, says: "old_string" },
  { name: "edit_file", input: { path: "a", old_string: "b", new_string: "b" }, says: "are the same" },
  { name: "edit_file", input: { path: "a", old_str: "b", new_string: "c" }, says: 'Unrecognized key: "old_str"' },
  { name: "exec", input: { command: "  " }, says: "command" },
  { name: "exec", input: { command: "ls", timeout_ms: 600_001 }, says: "timeout_ms" },
  { name: "exec", input: { command: "ls", timeout: 5 }, says: 'Unrecognized key: "timeout"' },
  { name: "exec", input: '{"command": "ls"', says: "expected object" },
  { name: "grep", input: { path: "src" }, says: "pattern" },
  { name: "grep", input: { pattern: "x", max_results: 0 }, says: "max_results" },
  { name: "glob", input: [], says: "expected object" },
  { name: "read_file", input: JSON.parse('{"path": "a", "__proto__": {"limit": 1}}'), says: "Unrecognized key" },
  { name: "apply_patch", input: { patch: "x".repeat(5_000_000) }, says: "patch" },
  { name: "read_file", input: { path: 7 }, says: "path" },
] as const)("tells the model what is wrong with $input for $name [S3.52, C3.10, FS-22]", ({ name, input, says }) => {
  const prepared = TOOLS[name].prepare(input);
  expect(prepared.kind === "bad" && prepared.problem).toContain(`bad arguments for ${name}`);
  expect(prepared.kind === "bad" && prepared.problem).toContain(says);
});

it.each([
  { name: "read_file", input: { path: "a", offset: 1, limit: 1 } },
  { name: "read_file", input: { path: "a", offset: 10_000_000, limit: 10_000 } },
  { name: "write_file", input: { path: "a", content: "" } },
  { name: "edit_file", input: { path: "a", old_string: "b", new_string: "" } },
  { name: "exec", input: { command: "a", timeout_ms: 1 } },
  { name: "exec", input: { command: "a", timeout_ms: 600_000 } },
  { name: "grep", input: { pattern: "a", path: "b", glob_filter: "c", max_results: 1 } },
  { name: "grep", input: { pattern: "a", max_results: 1000 } },
  { name: "glob", input: { pattern: "a", path: "b" } },
  { name: "apply_patch", input: { patch: "a" } },
] as const)("takes the least and the most of $input for $name [FS-22]", ({ name, input }) => {
  expect(TOOLS[name].prepare(input).kind).not.toBe("bad");
});

it.each([
  { file: "one\ntwo\n", input: {}, gives: ok("1\tone\n2\ttwo") },
  { file: "one\ntwo", input: { offset: 2 }, gives: ok("2\ttwo") },
  { file: "1\n2\n3\n4\n", input: { offset: 2, limit: 2 }, gives: ok("2\t2\n3\t3\n[1 more lines; go on with offset 4]") },
  { file: "one\n\n", input: {}, gives: ok("1\tone\n2\t") },
  { file: "", input: {}, gives: ok("[the file is empty]") },
  { file: "one\n", input: { offset: 2 }, gives: failed("offset 2 is behind the end: the file has 1 lines") },
])("shows $file with $input [S3.18, S3.60]", async ({ file, input, gives }) => {
  expect(await use(mapHands({ "a.txt": file }), "read_file", { path: "a.txt", ...input })).toEqual(gives);
});

it("shows 2,000 lines unless asked for more [S3.18, S3.60]", async () => {
  const hands = mapHands({ "a.txt": "x\n".repeat(2001) });
  expect((await use(hands, "read_file", { path: "a.txt" })).text).toMatch(/\n2000\tx\n\[1 more lines; go on with offset 2001\]$/);
  expect((await use(hands, "read_file", { path: "a.txt", limit: 3000 })).text).toMatch(/\n2001\tx$/);
});

it.each([{ offset: 0 }, { offset: 10_000_001 }, { limit: 0 }, { limit: 10_001 }])(
  "refuses to show a file with $offset $limit [S3.18, S3.60]",
  (input) => {
    expect(TOOLS.read_file.prepare({ path: "a", ...input }).kind).toBe("bad");
  },
);

it("writes a file and says how many bytes it has", async () => {
  const hands = mapHands();
  expect(await use(hands, "write_file", { path: "new/é.txt", content: "é\n" })).toEqual(ok("wrote new/é.txt: 3 bytes"));
  expect(hands.files.get("new/é.txt")).toBe("é\n");
});

it.each([
  { file: "a b c", edit: { old_string: "b", new_string: "$&" }, gives: ok("edited f: 1 replacement"), after: "a $& c" },
  { file: "a a", edit: { old_string: "a", new_string: "b", replace_all: true }, gives: ok("edited f: 2 replacements"), after: "b b" },
  { file: "a b", edit: { old_string: " b", new_string: "" }, gives: ok("edited f: 1 replacement"), after: "a" },
  { file: "a", edit: { old_string: "z", new_string: "b" }, gives: failed('old_string was not found in f: "z"'), after: "a" },
  {
    file: "a a",
    edit: { old_string: "a", new_string: "b" },
    gives: failed('old_string occurs 2 times in f; take more lines into it, or set replace_all: "a"'),
    after: "a a",
  },
  {
    file: "a\r\nb\r\n",
    edit: { old_string: "a\nb", new_string: "c" },
    gives: failed('old_string was not found in f (its lines end with \\r\\n): "a\nb"'),
    after: "a\r\nb\r\n",
  },
])("edits $file by $edit [S3.20, FS-13]", async ({ file, edit, gives, after }) => {
  const hands = mapHands({ f: file });
  expect(await use(hands, "edit_file", { path: "f", ...edit })).toEqual(gives);
  expect(hands.files.get("f")).toBe(after);
});

it.each([
  { what: "regex marks mean themselves", file: "a.c abc", old: "a.c", after: "X abc" },
  { what: "pieces that overlap count once", file: "aaa", old: "aa", after: "Xa" },
  { what: "nothing is trimmed", file: " a\ta", old: "\ta", after: " aX" },
])("edits by exact match: $what [S3.20, FS-13]", async ({ file, old, after }) => {
  const hands = mapHands({ f: file });
  expect((await use(hands, "edit_file", { path: "f", old_string: old, new_string: "X" })).failed).toBe(false);
  expect(hands.files.get("f")).toBe(after);
});

it("edits no file that changed since the agent saw it, until it reads it again [FS-14]", async () => {
  const hands = mapHands({ f: "one\ntwo\n", other: "two\n" });
  const seen = seenFiles();
  const edit = (path: string) => use(hands, "edit_file", { path, old_string: "two", new_string: "2" }, { seen });
  await use(hands, "read_file", { path: "f" }, { seen });
  hands.files.set("f", "ONE\ntwo\n");
  expect(await edit("f")).toEqual(failed("stale_read: f has changed since you read it; read it again"));
  expect(hands.files.get("f")).toBe("ONE\ntwo\n");
  await use(hands, "read_file", { path: "f" }, { seen });
  expect((await edit("f")).failed).toBe(false);
  seen.note("./a//b", "before");
  expect(seen.isStale("a/b", "after")).toBe(true);
  // What it wrote itself it knows, and one that it never read is as it is.
  await use(hands, "write_file", { path: "f", content: "two" }, { seen });
  expect([(await edit("f")).failed, (await edit("other")).failed]).toEqual([false, false]);
});

it("shows no lines twice that did not change, until the conversation begins afresh", async () => {
  const lines = Array.from({ length: 60 }, (_, index) => `line ${index}`).join("\n");
  const hands = mapHands({ f: lines, short: "one\n" });
  const seen = seenFiles();
  const look = async (path: string, more = {}) => (await use(hands, "read_file", { path, ...more }, { seen })).text;
  const whole = await look("f");
  expect(whole).toContain("60\tline 59");
  expect(await look("f")).toContain("unchanged since you last read");
  expect(await look("f", { offset: 20, limit: 30 })).toContain("20\tline 19");
  // A text that is shorter than those words, and one that changed, are shown.
  expect([await look("short"), await look("short")]).toEqual(["1\tone", "1\tone"]);
  hands.files.set("f", `${lines}!`);
  expect(await look("f")).toContain("60\tline 59!");
  seen.forgetShown();
  expect(await look("f")).toContain("60\tline 59!");
  const behind = await use(hands, "read_file", { path: "f", offset: 900 }, { seen });
  expect(await use(hands, "read_file", { path: "f", offset: 900 }, { seen })).toEqual(behind);
});

it("quotes at most 100 characters of a piece that it did not find [S3.20]", async () => {
  const { text } = await use(mapHands({ f: "a" }), "edit_file", { path: "f", old_string: "z".repeat(300), new_string: "" });
  expect(text).toBe(`old_string was not found in f: "${"z".repeat(100)}"`);
});

it.each([
  { result: { stdout: "fine\n", ms: 12.4 }, gives: ok("fine\nexit_code: 0\nduration_ms: 12") },
  { result: {}, gives: ok("exit_code: 0\nduration_ms: 1") },
  {
    result: { exitCode: 2, stdout: "out\n", stderr: "bad\n" },
    gives: failed("out\n[stderr]\nbad\nexit_code: 2\nduration_ms: 1"),
  },
  {
    result: { exitCode: null, stdout: "half", killed: "time" as const },
    gives: failed(
      "half\n[TIMED OUT after 5000 ms: partial output above; a longer timeout_ms up to 600000 can be requested]\nexit_code: none\nduration_ms: 1",
    ),
  },
  {
    result: { exitCode: 0, killed: "memory" as const, omitted: 9 },
    gives: failed(
      "[9 characters of the output were left out]\n[KILLED: it used too much memory; partial output above]\nexit_code: 0\nduration_ms: 1",
    ),
  },
  {
    result: { exitCode: null, killed: "disk" as const },
    gives: failed("[KILLED: it filled the disk, or wrote a file that is too large; partial output above]\nexit_code: none\nduration_ms: 1"),
  },
  {
    result: { exitCode: null, killed: "signal" as const },
    gives: failed("[KILLED by a signal; partial output above]\nexit_code: none\nduration_ms: 1"),
  },
])("shows what came of a command: $result [S3.22, S3.55]", async ({ result, gives }) => {
  expect(
    await use(
      mapHands({}, () => result),
      "exec",
      { command: "x", timeout_ms: 5000 },
    ),
  ).toEqual(gives);
});

it.each([
  { asked: {}, left: 900_000, timeout: 120_000 },
  { asked: { timeout_ms: 600_000 }, left: 900_000, timeout: 600_000 },
  { asked: { timeout_ms: 600_000 }, left: 7000.5, timeout: 7000 },
  { asked: {}, left: 0, timeout: 1 },
])(
  "gives a command $timeout ms when $asked is asked and $left ms are left [S3.22, S3.51, C3.06, C3.02]",
  async ({ asked, left, timeout }) => {
    const hands = mapHands();
    await use(hands, "exec", { command: "x", ...asked }, { msLeft: left });
    expect(hands.commands).toEqual([{ command: "x", timeout }]);
  },
);

it.each([
  { input: { pattern: "b" }, gives: ok("one:2:b\ntwo/x:1:b") },
  { input: { pattern: "b", path: "two" }, gives: ok("two/x:1:b") },
  { input: { pattern: "b", max_results: 1 }, gives: ok("one:2:b\n[stopped at 1 matches; narrow the pattern or raise max_results]") },
  { input: { pattern: "nothing" }, gives: ok("no match") },
  { input: { pattern: "(" }, gives: failed("not a regular expression: (") },
  { input: { pattern: "long" }, gives: ok(`long:1:${`long${"x".repeat(400)}`.slice(0, 300)}…`) },
])("searches with $input [S3.23]", async ({ input, gives }) => {
  const hands = mapHands({ one: "a\nb", "two/x": "b", long: `long${"x".repeat(400)}` });
  expect(await use(hands, "grep", input)).toEqual(gives);
});

it("lists paths newest first and says when there are more [S3.24]", async () => {
  const hands = mapHands({ "a.ts": "", "b.ts": "", "c.md": "" });
  expect(await use(hands, "glob", { pattern: "*.ts" })).toEqual(ok("b.ts\na.ts"));
  expect(await use(hands, "glob", { pattern: "*.rs" })).toEqual(ok("no match"));
  const many = mapHands(Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`${index}.ts`, ""])));
  const { text } = await use(many, "glob", { pattern: "*" });
  expect(text.split("\n")).toHaveLength(500);
  expect(text).toMatch(/\n\[stopped at 499 paths; narrow the pattern\]$/);
});

it.each([
  { name: "read_file", input: { path: "../x" } },
  { name: "write_file", input: { path: "/etc/x", content: "" } },
  { name: "edit_file", input: { path: "gone", old_string: "a", new_string: "b" } },
] as const)("turns a refusal of $name into a failed result [S3.52]", async ({ name, input }) => {
  expect(await use(mapHands(), name, input)).toMatchObject({ failed: true, text: expect.stringMatching(/no such file|outside the root/) });
});

it.each([new Interrupted("stopped"), new Failure("sandbox", "gone", { retryable: true })])("lets %s pass", async (error) => {
  const hands = mapHands({}, () => {
    throw error;
  });
  await expect(use(hands, "exec", { command: "x" })).rejects.toBe(error);
});

it("says with each call how much of its outcome a model may see [S3.52]", () => {
  expect(TOOLS.write_file.prepare({ path: "a", content: "" })).toMatchObject({ kind: "ready", limit: OUTPUT_LIMITS.write_file });
});
