/** Every parser and pattern of ours that strangers' text goes through, by name (issue: `security/linear`). */

import { parsePatch } from "#agent/tools/patch-text.ts";
import { truncate } from "#agent/tools/truncate.ts";
import { forbiddenBinary } from "#core/analysis/changes/forbidden-binary.ts";
import { forbiddenLine } from "#core/analysis/changes/forbidden-lines.ts";
import { foldedPath, pathClassOf } from "#core/analysis/changes/path-class.ts";
import { redFlags } from "#core/analysis/changes/red-flags.ts";
import { runnerQuestions } from "#core/analysis/changes/runner-questions.ts";
import { strangeTarget } from "#core/analysis/changes/tree-names.ts";
import { addsTargetsOnly } from "#core/analysis/manifests/make-targets.ts";
import { testSettingsIn } from "#core/analysis/manifests/manifest-settings.ts";
import { npmSettingsIn } from "#core/analysis/manifests/npm-settings.ts";
import { secretGuardOver } from "#core/analysis/secrets/redact.ts";
import { assertsNoLess } from "#core/analysis/source/assertions-compared.ts";
import { bareCode, codeLinesOf, nonBlankLinesOf } from "#core/analysis/source/code-lines.ts";
import { filesNamedIn } from "#core/analysis/source/named-paths.ts";
import { patchedFiles } from "#core/analysis/source/patched-file.ts";
import { bare, literalsIn, statementAt, statementOf } from "#core/analysis/source/statement-text.ts";
import { withBaseRegions } from "#core/analysis/test-blocks/base-regions.ts";
import { withImportsOf } from "#core/analysis/test-blocks/imports.ts";
import { namedTests } from "#core/analysis/test-blocks/named-tests.ts";
import { renamedTests } from "#core/analysis/test-blocks/renamed-tests.ts";
import { onlySourceTests } from "#core/analysis/test-blocks/source-tests.ts";
import { withoutExcepted } from "#core/analysis/test-blocks/test-exception.ts";
import { debugMarkers } from "#core/analysis/test-guard/debug-markers.ts";
import { suppressionsIn } from "#core/analysis/test-guard/suppressions.ts";
import { testFindings } from "#core/analysis/test-guard/test-diff.ts";
import { testScripts } from "#core/analysis/test-guard/test-scripts.ts";
import { ranNoTest } from "#core/analysis/test-results/no-tests.ts";
import { testNames } from "#core/analysis/test-results/test-names.ts";
import { attacksOf } from "#core/attacks/attacks-of.ts";
import { demandsOf } from "#core/attacks/demands/demands-of.ts";
import { findCommand } from "#core/commands/find-command.ts";
import { firstLine, textBelowFirstLine } from "#core/commands/first-line.ts";
import { knownCommandOf } from "#core/commands/known-command.ts";
import { parseSlash } from "#core/commands/parse-slash.ts";
import { runInTitle } from "#core/config/workflow-file.ts";
import { printsExpected } from "#core/iteration/hidden-checks.ts";
import { principleIn } from "#core/iteration/principles.ts";
import { pathsIn } from "#core/outcome/cited-files.ts";
import { readMemories } from "#core/outcome/memory-lines.ts";
import { givenPlanIn, mayBringPlan, withGivenPlan } from "#core/plan/given-plan.ts";
import { aliasOf } from "#core/plan/issue.ts";
import { parsePlanNumbers } from "#core/plan/plan-numbers.ts";
import { pathsNamedIn } from "#core/planning/prior-work.ts";
import { numbersNamedIn } from "#core/planning/related-issues.ts";
import { relevantPaths } from "#core/planning/relevant-files.ts";
import { isPrintedIn, lineOfQuote } from "#core/rules/quotations.ts";
import { headAndTail, shortenToLimit } from "#text/format/shorten.ts";
import { clipWords } from "#text/format/word-count.ts";
import { html } from "#text/html/html.ts";
import { issueIn } from "#text/phrases/issue-mark.ts";
import { clean, visible } from "#text/sanitize/clean.ts";
import { ordersIn } from "#text/sanitize/orders.ts";
import { code, codeBlock, diagramLabel, fence, fenceSource, inline, plainLine, titleLine } from "#text/sanitize/quote.ts";
import { oneLine } from "#text/terminal/layout.ts";
import { escapeLogCommands } from "../../../action/runner/log.ts";
import { repeatedKey } from "../../../bot/server/repeated-key.ts";
import { anAttackBase, aRule } from "../../builders/attack-base.ts";

/** Secrets as long as real ones: a token, a model's key and a private key. */
const { hide, containsOwn } = secretGuardOver([
  `ghs_${"Zy9".repeat(12)}`,
  `sk-ant-api03-${"aB3x".repeat(24)}`,
  `-----BEGIN X-----\n${`${"k9Qw".repeat(16)}\n`.repeat(25)}-----END X-----`,
]);

const GLOBS = { tests: ["**/*.test.js", "**/*_test.py"], expected: [], scope: [] };
const PATHS = ["src/more/words.ts", "a.b/c"];

/** A manifest as it was and as it is, each half of the text. */
function bothOf(path: string, text: string): unknown {
  const half = text.length / 2;
  return [testSettingsIn(path, text.slice(0, half)), testSettingsIn(path, text.slice(half))];
}

/** A parser that reads each language in its own way is one subject for each. */
function ofEach(
  name: string,
  paths: readonly string[],
  read: (path: string, text: string) => unknown,
): Readonly<Record<string, (text: string) => unknown>> {
  return Object.fromEntries(paths.map((path) => [`${name} ${path}`, (text: string) => read(path, text)]));
}

/** A rule that tries this source, and the tests beside it. */
const TRIED = aRule("a.of.source", {
  kind: "command",
  run: `node -e 'import("./src/a.js"); assert.equal(slug("A"), "a")'; src/a.js x; npm test`,
});

/** Reads the whole text, and gives whatever it makes of it. */
export const SUBJECTS: Readonly<Record<string, (text: string) => unknown>> = {
  clean,
  visible,
  issueIn,
  fence: (text) => fence("issue", "rob", text),
  fenceSource: (text) => fenceSource("output", "worker", text),
  inline,
  code,
  codeBlock,
  ordersIn,
  plainLine,
  titleLine,
  diagramLabel,
  fitted: (text) => shortenToLimit([() => text]),
  ends: (text) => headAndTail(text, 1_500),
  clipWords: (text) => clipWords(text, 14),
  hide,
  containsOwn,
  escapeLogCommands,
  firstLine,
  textBelowFirstLine,
  slashOf: (text) => parseSlash(text),
  aliasOf,
  runInTitle,
  foldedPath,
  pathClassOf,
  strangeLine: (text) => forbiddenLine({ path: "a.js", before: "", after: text }),
  redFlags: (text) => redFlags(`+++ b/a.md\n@@ -1 +1,999999 @@\n${text.replaceAll("\n", "\n+")}`),
  "redFlags code": (text) => redFlags(`+++ b/a.js\n@@ -1 +1,999999 @@\n+${text.replaceAll("\n", "\n+")}`),
  "redFlags attributes": (text) => redFlags(`+++ b/.gitattributes\n@@ -1 +1,999999 @@\n+${text.replaceAll("\n", "\n+")}`),
  testNames: (text) => testNames(text, "/workspace"),
  ranNoTest,
  quoteHolds: (text) => lineOfQuote({ path: "a", line: 1, text: text.slice(0, 2_000) }, text),
  printed: (text) => isPrintedIn(`${text.slice(0, 2_000)}b`, text),
  codeOf: (text) => codeLinesOf("a.js", text),
  "codeOf Python": (text) => codeLinesOf("a.py", text),
  bareCode: (text) => bareCode("a.ts", text),
  debugMarkers: (text) => debugMarkers([{ path: "a.js", before: "", after: text }]),
  suppressionsIn: (text) => {
    const half = text.length / 2;
    return suppressionsIn([{ path: "jest.config.js", before: text.slice(half), after: text.slice(0, half) }]);
  },
  ...ofEach("namedTests", ["a.js", "a.py", "a.go", "a.rs", "a.java"], (path, text) => namedTests(path, text)),
  ...ofEach("withImportsOf", ["a.js", "a.py", "a.go", "a.java"], (path, text) => withImportsOf(path, text, text.slice(1))),
  ...ofEach("onlySourceTests", ["a.js", "a.py", "a.rs", "a.d", "a.zig"], (path, text) => onlySourceTests(path, `#[cfg(test)]${text}`)),
  ...ofEach("withBaseRegions", ["a.py", "a.rs"], (path, text) =>
    withBaseRegions(path, text.slice(text.length / 2), text.slice(0, text.length / 2)),
  ),
  withoutExcepted: (text) => withoutExcepted("a.js", text, { tests: [{ path: "a.js", test: "a", mayBe: "removed" }], cut: true }),
  testFindings: (text) => testFindings([{ path: "a.test.js", before: "", after: text }], GLOBS),
  "testFindings Python": (text) => {
    const half = text.length / 2;
    return testFindings([{ path: "a_test.py", before: text.slice(half), after: text.slice(0, half).replaceAll("import b", "a") }], GLOBS);
  },
  renamedTests: (text) => renamedTests([{ path: "a.test.js", before: text.slice(0, text.length / 2), after: text.slice(text.length / 2) }]),
  runnerQuestions: (text) => runnerQuestions([{ path: "a.js", before: "", after: text }], { tests: [], scope: [] }),
  addsTargetsOnly: (text) => addsTargetsOnly("test:\n", `test:\n${text}`),
  npmSettingsIn,
  assertions: (text) => {
    const lines = nonBlankLinesOf(text);
    const [first, whole] = [statementAt(lines, 0), statementOf(text)];
    const literals = literalsIn(lines);
    return [assertsNoLess(first, whole, literals), assertsNoLess(whole, statementOf(bare(text)), literals)];
  },
  strangeBinary: (text) => forbiddenBinary("a.bin", null, { text, isBinary: true }),
  "steering pom.xml": (text) => bothOf("pom.xml", text),
  "steering composer.json": (text) => bothOf("composer.json", text),
  testScripts: (text) => testScripts(new Map([["test", `npm run ${text}`]]), []),
  // Whoever calls it cuts the patch at 60,000 characters.
  filesNamedIn: (text) => filesNamedIn(text, "a/b.sh", (path) => path === "a/c.sh"),
  patchedFiles: (text) => patchedFiles(`+++ b/a.ts\n@@ -1 +1,60000 @@\n+${text.slice(0, 60_000).replaceAll("\n", "\n+")}`),
  printsExpected: (text) => printsExpected({ expects: text.slice(0, 2_000) }, text),
  namedIn: (text) => pathsNamedIn(text, PATHS),
  pathsIn,
  relevantPaths: (text) => relevantPaths(text, PATHS),
  trackerOf: (text) => numbersNamedIn(text, "https://github.com/acme/split"),
  givenPlanIn,
  mayBringPlan,
  withGivenPlan: (text) => withGivenPlan(text.slice(0, text.length / 2), text.slice(text.length / 2)),
  principleIn,
  wordIn: (text) => findCommand(`/approve\n${text}`),
  parsePlanNumbers,
  "commandOf redirect": (text) => knownCommandOf("redirect", text, text),
  repeatedKey: (text) => repeatedKey(JSON.stringify([text.slice(0, text.length / 8)]), {}),
  strangeTarget: (text) => strangeTarget("a/b", text.slice(0, 4_096)),
  readMemories,
  parsePatch: (text) => parsePatch(`*** Begin Patch\n*** Update File: a\n${text}\n*** End Patch`),
  truncate: (text) => truncate(text, { characters: 30_000, lines: 256, mode: "head_tail" }),
  oneLine,
  html: (text) => html`${text}`,
  "demandsOf command": (text) => demandsOf({ kind: "command", run: text, prints: null }, anAttackBase({ "src/a.js": "" })),
  "demandsOf search": (text) =>
    demandsOf({ kind: "command", run: `grep -q '${text.replaceAll("'", "")}' src/a.js`, prints: null }, anAttackBase({ "src/a.js": "" })),
  ...ofEach("demandsOf script", ["check.js", "check.py", "check.sh"], (path, text) =>
    demandsOf({ kind: "command", run: path, prints: null }, anAttackBase({ [path]: `read src/a.js\n${text}`, "src/a.js": "" })),
  ),
  ...ofEach("attacksOf", ["src/a.js", "src/a.py", "src/a.sh", "src/a.go", "src/a.java", "src/a.rs", "src/a.php"], (path, text) =>
    attacksOf(anAttackBase({ [path]: text, "src/a.js": text, "tests/new.test.js": text }, { rules: [TRIED] })),
  ),
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
<a b="c"/>
<a>b</a>
{"a":
{"a":1},
catch (e) {
expect(a)
|| true
a && b
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
from a import b
/approve @a #1 - 1. >`;

/** What a hostile text repeats. */
export const UNITS: readonly string[] = [
  ...SIGNS,
  ...PIECES.split("\n"),
  ...LINES.split("\n").flatMap((line) => [`${line}\n`, `${line} `]),
  ...["```\n", "~~~\n", "\n\n", "> ", "- ", "1. ", "a\u0000"],
];
