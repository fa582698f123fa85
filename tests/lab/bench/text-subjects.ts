/** Every parser and pattern of ours that strangers' text goes through, by name (issue: `security/linear`). */

import { bareCode, codeOf } from "#core/code-lines.ts";
import { debugMarkers } from "#core/debug-markers.ts";
import { printed, quoteHolds } from "#core/evidence.ts";
import { aliasOf } from "#core/issue.ts";
import { ranNoTest } from "#core/no-tests.ts";
import { classOf, foldedPath } from "#core/path-class.ts";
import { redFlags } from "#core/red-flags.ts";
import { guardOver } from "#core/redact.ts";
import { firstLine, restOf } from "#core/scan.ts";
import { slashOf } from "#core/slash.ts";
import { strangeLine } from "#core/strange-lines.ts";
import { suppressionsIn } from "#core/suppressions.ts";
import { testFindings } from "#core/test-diff.ts";
import { testNames } from "#core/test-names.ts";
import { titledRun } from "#core/workflow-file.ts";
import { clean, visible } from "#text/clean.ts";
import { ends, fitted } from "#text/fit.ts";
import { ordersIn } from "#text/orders.ts";
import { code, codeBlock, diagramLabel, fence, fenceSource, inline, plainLine } from "#text/quote.ts";
import { harmless } from "../../../action/log.ts";

/** Secrets as long as real ones: a token, a model's key and a private key. */
const { hide, holdsOwn } = guardOver([
  `ghs_${"Zy9".repeat(12)}`,
  `sk-ant-api03-${"aB3x".repeat(24)}`,
  `-----BEGIN X-----\n${`${"k9Qw".repeat(16)}\n`.repeat(25)}-----END X-----`,
]);

const GLOBS = { tests: ["**/*.test.js"], expected: [], scope: [] };

/** Reads the whole text, and gives whatever it makes of it. */
export const SUBJECTS: Readonly<Record<string, (text: string) => unknown>> = {
  clean,
  visible,
  fence: (text) => fence("issue", "rob", text),
  fenceSource: (text) => fenceSource("output", "worker", text),
  inline,
  code,
  codeBlock,
  ordersIn,
  plainLine,
  diagramLabel,
  fitted: (text) => fitted([() => text]),
  ends: (text) => ends(text, 1_500),
  hide,
  holdsOwn,
  harmless,
  firstLine,
  restOf,
  slashOf: (text) => slashOf(text),
  aliasOf,
  titledRun,
  foldedPath,
  classOf,
  strangeLine: (text) => strangeLine({ path: "a.js", before: "", after: text }),
  redFlags: (text) => redFlags(`+++ b/a.md\n${text.replaceAll("\n", "\n+")}`),
  testNames,
  ranNoTest,
  quoteHolds: (text) => quoteHolds({ path: "a", line: 1, text: text.slice(0, 2_000) }, text),
  printed: (text) => printed(`${text.slice(0, 2_000)}b`, text),
  codeOf: (text) => codeOf("a.js", text),
  "codeOf Python": (text) => codeOf("a.py", text),
  bareCode: (text) => bareCode("a.ts", text),
  debugMarkers: (text) => debugMarkers([{ path: "a.js", before: "", after: text }]),
  suppressionsIn: (text) => {
    const half = text.length / 2;
    return suppressionsIn([{ path: "jest.config.js", before: text.slice(half), after: text.slice(0, half) }]);
  },
  testFindings: (text) => testFindings([{ path: "a.test.js", before: "", after: text }], GLOBS),
};

/** Signs of Markdown, HTML and code, each alone. */
const SIGNS = "a \n\t<>[](){}`*_|#@'\"\\/-:$~&\r\u0301\u200b\ufe0f\ud800\u202e";
/** Beginnings without an end, and what is well formed; one a line. */
const PIECES = `<!--
<!-- x -->
<!A
<?
<a b='
<a b="
<p hidden>
<details>
</p
![
](
](a "
&#
&#8203;
://
://a:
GH-1
www.
Bearer aaaaaaaa
ghp_
eyJ
eyJaaaaaaaaaaa.
sk-
?sig=
-----BEGIN PRIVATE KEY-----
-----BEGIN A
\u001b[
\u001b]
👨\u200d
*/
\`\${
catch (e) {
expect(a)
|| true
test('
it.skip(`;
/** Whole lines, or words with a blank behind them. */
const LINES = `[a]: b
a
| a | b
ok 1 - a
ok 1 - a # SKIP
✓ a
  ✓ a (1ms)
 1) a
PASS a
=== RUN a
--- PASS: a (0.00s)
test a ... ok
a.py::b PASSED
a1b2c3d word and more
it("a", { skip: true }, b)
/approve @a #1 - 1. >`;

/** What a hostile text repeats. */
export const UNITS: readonly string[] = [
  ...SIGNS,
  ...PIECES.split("\n"),
  ...LINES.split("\n").flatMap((line) => [`${line}\n`, `${line} `]),
  ...["```\n", "~~~\n", "\n\n", "> ", "- ", "1. "],
];
