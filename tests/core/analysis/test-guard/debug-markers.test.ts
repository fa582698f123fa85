import fc from "fast-check";
import { expect, it } from "vitest";
import { DEBUG_MARKER, debugMarkers } from "#core/analysis/test-guard/debug-markers.ts";

const added = (path: string, line: string) => debugMarkers([{ path, before: "a\n", after: `a\n${line}\n` }]);

it.each([
  { path: "src/a.ts", line: "  debugger;" },
  { path: "src/a.mjs", line: "if (x) { debugger }" },
  { path: "src/a.jsx", line: "for (;;) debugger;" },
  { path: "src/A.vue", line: "case 1: debugger" },
  { path: "a.rb", line: "  binding.pry" },
  { path: "a.rb", line: "byebug" },
  { path: "lib/a.rake", line: "x = 1; binding.irb # look" },
  { path: "a.py", line: "    breakpoint()" },
  { path: "a.py", line: "import pdb; pdb.set_trace()" },
  { path: "a.py", line: "from ipdb import set_trace" },
  { path: "src/a.rs", line: "let x = dbg!(y);" },
  { path: "a.go", line: "\truntime.Breakpoint()" },
  { path: "a.php", line: "xdebug_break();" },
  { path: "lib/a.ex", line: "require IEx; IEx.pry" },
  { path: "A.cs", line: "System.Diagnostics.Debugger.Break();" },
  { path: "a.sh", line: `set -x # ${DEBUG_MARKER}` },
  { path: "notes", line: DEBUG_MARKER },
  { path: "a.ts", line: `// console.log(x) ${DEBUG_MARKER}` },
])("finds in $path what debugging left: $line [C4.19, S4.24]", ({ path, line }) => {
  expect(added(path, line)).toEqual([{ path, line: 2, text: line.trim() }]);
});

it.each([
  { path: "a.ts", line: "// debugger;" },
  { path: "a.ts", line: 'const rule = "; debugger;";' },
  { path: "a.ts", line: "/* debugger; */ run();" },
  { path: "a.ts", line: "const debuggers = attach(debugger1);" },
  { path: "a.ts", line: 'console.debug("ready");' },
  { path: "a.ts", line: "breakpoint();" },
  { path: "a.py", line: "# breakpoint()" },
  { path: "a.py", line: "page.breakpoint()" },
  { path: "a.py", line: "debugger" },
  { path: "a.rs", line: 'println!("{x}");' },
  { path: "README.md", line: "Write `debugger;` where it is to stop." },
])("leaves alone in $path: $line [C4.19]", ({ path, line }) => {
  expect(added(path, line)).toEqual([]);
});

it("counts added lines alone: what was there, was moved or is gone is no finding [C4.19]", () => {
  const [path, before] = ["a.ts", "debugger;\nrun();\n"];
  expect(debugMarkers([{ path, before, after: "run();\n  debugger;\n" }])).toEqual([]);
  expect(debugMarkers([{ path, before, after: null }])).toEqual([]);
  expect(debugMarkers([{ path, before: null, after: null }])).toEqual([]);
  expect(debugMarkers([{ path, before, after: `${before}debugger;\n` }])).toEqual([{ path, line: 3, text: "debugger;" }]);
  expect(debugMarkers([{ path, before: null, after: "debugger;" }])).toEqual([{ path, line: 1, text: "debugger;" }]);
});

it("shows a long line cut, and finds nothing in a file that did not change, whatever stands in it [C4.19]", () => {
  expect(added("a.sh", `${DEBUG_MARKER} ${"x".repeat(500)}`)[0]?.text).toHaveLength(160);
  const lines = fc.array(fc.constantFrom("debugger;", DEBUG_MARKER, "run();", " ", "// x", "binding.pry"), { maxLength: 20 });
  fc.assert(
    fc.property(lines, lines, (before, more) => {
      const file = { path: "a.ts", before: before.join("\n"), after: before.toReversed().join("\n") };
      expect(debugMarkers([file])).toEqual([]);
      const found = debugMarkers([{ ...file, after: [...before, ...more].join("\n") }]);
      expect(found).toHaveLength(more.filter((line) => line === "debugger;" || line === DEBUG_MARKER).length);
    }),
  );
});
