import { expect, it } from "vitest";
import { redFlags } from "#core/analysis/changes/red-flags.ts";

const patch = (path: string, ...lines: readonly string[]): string => {
  const [before, after] = ["+", "-"].map((other) => lines.filter((line) => !line.startsWith(other)).length);
  const hunk = `@@ -1,${before} +1,${after} @@`;
  return [`diff --git a/${path} b/${path}`, `--- a/${path}`, `+++ b/${path}`, hunk, ...lines].join("\n");
};

it.each([
  { flag: "placeholder", path: "src/a.js", line: "+// TODO: finish" },
  { flag: "placeholder", path: "docs/a.md", line: "+Hello {variable}," },
  { flag: "placeholder", path: "src/a.py", line: '+    raise NotImplementedError("not implemented")' },
  { flag: "swallowed error", path: "src/a.js", line: "+  try { run(); } catch (error) { }" },
  { flag: "swallowed error", path: "src/a.py", line: "+except Exception: pass" },
  { flag: "swallowed error", path: "scripts/test.sh", line: "+\tnode test.js || true" },
  { flag: "swallowed error", path: "src/a.ts", line: "+  await send().catch(() => undefined)" },
  { flag: "existence-only test", path: "test/a.test.ts", line: "+  expect(split).toBeDefined();" },
  { flag: "existence-only test", path: "test_a.py", line: "+    assert result is not None" },
  ...[
    ["src/a.js", "if (process.env.HOME === undefined) return 3;"],
    ["src/a.ts", "const where = process.cwd();"],
    ["src/a.ts", "if (Date.now() > 1e12) return right(line);"],
    ["src/a.py", "if os.getcwd().startswith('/tmp'): return 3"],
    ["src/a.py", "today = datetime.now()"],
    ["a.go", 'if os.Getenv("TZ") != "" {'],
    ["src/lib.rs", 'if std::env::var("USER").is_ok() {'],
    ["src/A.java", 'if (System.getenv("TERM") == null) return 3;'],
    ["src/a.c", 'if (getenv("TMPDIR")) return 3;'],
    ["src/a.c", "if (getppid() == 1) return 3;"],
    ["run.sh", 'if [ "$PPID" = 1 ]; then exit 0; fi'],
    ["src/a.js", 'if (existsSync(".git")) return 3;'],
    ["src/a.js", 'const kernel = readFileSync("/proc/1/comm");'],
  ].map(([path = "", line = ""]) => ({ flag: "asks where it runs", path, line: `+${line}` })),
])("flags a $flag in $path: $line [S0.53]", ({ flag, path, line }) => {
  expect(redFlags(patch(path, line))).toEqual([{ flag, path, line: line.slice(1).trim() }]);
});

it.each([
  "-// TODO: finish",
  " // TODO: finish",
  "+const todo = list.length;",
  "+const text = `Hello {name}`;",
  "+} catch (error) {",
  "+  throw error; }",
  "+const environment = options.env;",
  "+const date = new Date(text);",
  "+const process = (line) => line.trim();",
  "+import { git } from './git.js';",
])("leaves alone what asks for no second look: %s [S0.53]", (line) => {
  expect(redFlags(patch("src/a.js", line))).toEqual([]);
});

it("asks no page of the docs where it runs [S0.53]", () => {
  expect(redFlags(patch("README.md", "+Set $HOME, and read process.env."))).toEqual([]);
});

it("flags headings that stand twice or over nothing, in Markdown alone [S0.53]", () => {
  const lines = ["+# Use", "+text", "+## Install", "+## Run", "+more", "+# Use", "+end", "+## Last"];
  expect(redFlags(patch("README.md", ...lines))).toEqual([
    { flag: "empty section", path: "README.md", line: "## Install" },
    { flag: "repeated heading", path: "README.md", line: "# Use" },
  ]);
  expect(redFlags(patch("run.sh", ...lines))).toEqual([]);
});

it("shows at most twenty, and one of each kind first [S0.53]", () => {
  const many = Array.from({ length: 30 }, () => "+// FIXME");
  const found = redFlags(`${patch("src/a.js", ...many)}\n${patch("src/b.js", "+x || true")}`);
  expect(found).toHaveLength(20);
  expect(found.slice(0, 2).map(({ flag }) => flag)).toEqual(["placeholder", "swallowed error"]);
});

it("cuts a long line, and takes one without end in its stride [S0.53]", () => {
  const [flag] = redFlags(patch("src/a.js", `+// TODO ${"x".repeat(1_000_000)}`));
  expect(flag?.line).toHaveLength(120);
});

it("keeps the order of files and lines in a patch of many lines [S0.53]", () => {
  const filler = Array.from({ length: 50_000 }, (_, index) => `+line ${index}`);
  const found = redFlags(`${patch("src/a.js", ...filler, "+x || true")}\n${patch("src/b.js", "+// TODO", "+y || true")}`);
  expect(found.map(({ flag, path }) => `${flag} ${path}`)).toEqual([
    "swallowed error src/a.js",
    "placeholder src/b.js",
    "swallowed error src/b.js",
  ]);
});

it("flags files that run by themselves or steer what runs [OUT-20]", () => {
  const patch =
    '--- a/package.json\n+++ b/package.json\n@@ -1,0 +2 @@\n+  "postinstall": "x"\n--- a/src/a.js\n+++ b/src/a.js\n@@ -0,0 +1 @@\n+x\n';
  expect(redFlags(patch)).toEqual([{ flag: "sensitive file", path: "package.json", line: '"postinstall": "x"' }]);
});

it.each([
  "*.ts -diff",
  "src/** binary",
  "src/a.js linguist-generated",
  "*.js text linguist-generated=true merge=ours",
  "[attr]plain -diff",
  "*.py\t-diff # a reason",
])("flags what hides the changes of files from whoever reviews them: %s [OUT-12, OUT-20]", (line) => {
  expect(redFlags(patch("src/.gitattributes", `+${line}`))).toContainEqual({ flag: "hidden diff", path: "src/.gitattributes", line });
  expect(redFlags(patch("docs/notes.txt", `+${line}`))).toEqual([]);
});

it.each([
  "*.ts linguist-generated=false",
  "*.ts -linguist-generated",
  "*.sh text eol=lf",
  "*.ts diff",
  "*.bin filter=lfs -text",
  "# -diff",
])("flags no other attribute: %s [OUT-20]", (line) => {
  expect(redFlags(patch(".gitattributes", `+${line}`)).map(({ flag }) => flag)).toEqual(["sensitive file"]);
});
