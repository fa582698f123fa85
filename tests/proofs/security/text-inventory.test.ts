/** No parser of strangers' text is forgotten by the benchmark: each module with a pattern in it is measured, or it is said why not. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";
import { ROOT } from "../../house/tools.ts";

const SUBJECTS = "tests/journeys/bench/text-subjects.ts";

/** Why what a module exports is no subject of its own: all of it, or what of it is not imported there. By the path below `src`. */
const EXCUSED: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    "a part of clean":
      "text/sanitize/code-places text/sanitize/finds text/sanitize/hidden-lines text/sanitize/hidden-html text/sanitize/hidden-links text/sanitize/html-tag text/sanitize/markup-in-tag text/sanitize/html-visibility text/sanitize/instructions text/sanitize/reading text/sanitize/undrawn text/sanitize/unseen",
    "a part of firstLine, wordIn and slashOf": "core/commands/markdown-block core/commands/first-line core/commands/known-command",
    "a part of hide and holdsOwn":
      "core/analysis/secrets/encodings core/analysis/secrets/escapes core/analysis/secrets/secret-forms core/analysis/secrets/streams core/analysis/secrets/strip-separators core/analysis/secrets/token-shapes",
    "a part of namedTests":
      "core/analysis/test-blocks/masked-code core/analysis/test-blocks/called-tests core/analysis/test-blocks/defined-tests core/analysis/test-blocks/braced-tests",
    "a part of onlySourceTests": "core/analysis/test-blocks/comment-tests",
    "a part of redFlags, on files of code": "core/analysis/changes/place-questions core/analysis/changes/code-path",
    "a part of withoutExcepted": "core/analysis/test-blocks/test-exception",
    "a part of testNames":
      "core/analysis/test-results/tap core/analysis/test-results/test-output core/analysis/test-results/test-tree core/analysis/test-results/unittest",
    "a part of testFindings, codeOf and strangeLine":
      "core/analysis/source/code-lines core/analysis/changes/forbidden-lines core/analysis/test-guard/test-manifests core/analysis/test-guard/test-counts core/analysis/test-guard/test-file-findings core/analysis/test-guard/test-lines core/analysis/test-guard/test-options",
    "a function of it is measured, and the others read no more closely":
      "core/analysis/source/statement-text core/analysis/test-blocks/source-tests core/outcome/cited-files core/iteration/hidden-checks core/plan/issue core/outcome/memory-lines core/planning/prior-work core/planning/related-issues core/plan/plan-numbers text/format/shorten text/format/word-count text/phrases/issue-mark text/terminal/layout agent/tools/patch-text agent/tools/truncate",
    "paths, of at most 4096 bytes where they come from a file system":
      "core/values/glob core/analysis/changes/path-class core/analysis/changes/text-names core/analysis/changes/tree-names core/analysis/changes/oversize core/analysis/test-guard/near-faults",
    "the plan, results of its rules and a model's answers, each bounded by its shape":
      "core/tasks/atom core/iteration/audit-verdict core/iteration/broken-rules core/iteration/red-on-base core/planning/batch core/plan/memory core/approval/policy core/rules/rule text/sections/checklist text/comments/commit-message",
    "our own journal, each line bounded by its shape":
      "core/approval/handover core/tasks/schedule core/approval/verify-outputs core/approval/job-bundle core/approval/rehearsal-outputs core/runs/run-summary text/journal/incremental-reader text/journal/iteration-block text/report/change-html text/report/moment text/report/summary-html",
    "the base branch, where maintainers alone write":
      "core/config/model-provider core/detection/ci-command core/detection/missing-program core/detection/command-kind core/detection/command-line core/detection/node core/detection/node-manager core/detection/python core/detection/way core/detection/scripts core/detection/scripted core/detection/workflows core/detection/detect-ways text/prompts/conventions text/prompts/repository-map text/setup/init-page text/setup/github-findings text/setup/setup-steps",
    "a part of demandsOf":
      "core/attacks/demands/code-calls core/attacks/demands/code-demands core/attacks/demands/language core/attacks/demands/literals core/attacks/demands/named-files core/attacks/demands/programs core/attacks/demands/shell-commands core/attacks/demands/shell-lifted core/attacks/demands/sought-text",
    "a part of attacksOf":
      "core/attacks/open-rules core/attacks/patches/early-exit core/attacks/patches/hollow-tests core/attacks/patches/note core/attacks/patches/special-cases core/attacks/patches/special-node core/attacks/patches/special-shell core/attacks/patches/top",
    "names that testNames read": "core/analysis/test-results/own-name core/analysis/test-results/excused-tests",
    "an id, whose pattern has bounds from its begin to its end": "core/approval/certificate-id",
    "no text is searched": "core/values/digest core/values/any-of",
  }).flatMap(([why, modules]) => modules.split(" ").map((module) => [`${module}.ts`, why])),
);

function sourceOf(path: string): ts.SourceFile {
  return ts.createSourceFile(path, readFileSync(join(ROOT, path), "utf8"), ts.ScriptTarget.Latest, true);
}

function isAny(node: ts.Node, wanted: (node: ts.Node) => boolean): boolean {
  return wanted(node) || ts.forEachChild(node, (child) => isAny(child, wanted)) === true;
}

/** A pattern that is written down or made, or JSON that is read. */
function reads(node: ts.Node): boolean {
  if (ts.isRegularExpressionLiteral(node)) return true;
  return (ts.isNewExpression(node) || ts.isCallExpression(node)) && /^(?:RegExp|JSON\.parse)$/.test(node.expression.getText());
}

function exportedFunctions(file: ts.SourceFile): readonly string[] {
  return file.statements.flatMap((one) =>
    ts.isFunctionDeclaration(one) && one.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ? [one.name?.text ?? ""] : [],
  );
}

/** What the benchmark takes from each module, by the module's path below `src`. */
function measured(): ReadonlyMap<string, readonly string[]> {
  return new Map(
    sourceOf(SUBJECTS)
      .statements.filter(ts.isImportDeclaration)
      .map(({ moduleSpecifier, importClause }) => {
        const names = importClause?.namedBindings;
        const path = (moduleSpecifier as ts.StringLiteral).text.replace(/^#/, "");
        return [path, names !== undefined && ts.isNamedImports(names) ? names.elements.map(({ name }) => name.text) : []] as const;
      }),
  );
}

/** The modules with a pattern, each with the functions that nothing measures. */
function unmeasured(): ReadonlyMap<string, readonly string[]> {
  const known = measured();
  const paths = ["core", "text", "agent/tools"].flatMap((folder) =>
    readdirSync(join(ROOT, "src", folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => `${folder}/${name}`),
  );
  const found = paths.map((path) => {
    const file = sourceOf(`src/${path}`);
    const missing = isAny(file, reads) ? exportedFunctions(file).filter((name) => !known.get(path)?.includes(name)) : [];
    return [path, missing] as const;
  });
  return new Map(found.filter(([, missing]) => missing.length > 0));
}

const left = unmeasured();

it("every function that may read strangers' text is measured, or it is said why not [LIM-01]", () => {
  const forgotten = [...left].filter(([path]) => EXCUSED[path] === undefined);
  expect(forgotten.map(([path, names]) => `${path}: ${names.join(", ")}`)).toEqual([]);
});

it("no excuse is left over [LIM-01]", () => {
  expect(Object.keys(EXCUSED).filter((path) => !left.has(path))).toEqual([]);
});
