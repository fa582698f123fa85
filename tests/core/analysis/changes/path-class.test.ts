import { expect, it } from "vitest";
import { foldedPath, pathClassOf } from "#core/analysis/changes/path-class.ts";

const PROTECTED = [
  ...[".github/workflows/ci.yml", ".github/workflows/deep/x", ".github/actions/a/action.yml", ".github/loopwright.yml"],
  ...[
    ".github/loopwright/roles/worker.yaml",
    ".github/dependabot.yml",
    ".github/CODEOWNERS",
    "CODEOWNERS",
    "docs/CODEOWNERS",
    ".gitmodules",
  ],
  ...[".github/workflows", ".github/loopwright"],
];
const SENSITIVE = [
  ...["action.yml", "sub/action.yaml", ".github/FUNDING.yml", ".husky/pre-commit", ".githooks/pre-push", ".devcontainer/devcontainer.json"],
  ...[
    "package.json",
    "web/package.json",
    "package-lock.json",
    "yarn.lock",
    "Cargo.lock",
    "poetry.lock",
    "pnpm-lock.yaml",
    ".npmrc",
    "bunfig.toml",
  ],
  ...[".pre-commit-config.yaml", "Makefile", "lib/Makefile", "conftest.py", "tests/conftest.py", ".gitattributes", "src/.gitattributes"],
  ...["AGENTS.md", "sub/CLAUDE.md", ".mcp.json", ".claude/settings.json", ".vscode/tasks.json", ".envrc", ".env", ".env.local"],
  ...["requirements.txt", "requirements-dev.txt", "vitest.config.ts", "setup.py", "go.mod", "Dockerfile", ".github"],
];
const PLAIN = [
  "src/a.ts",
  "README.md",
  "docs/github/workflows/a.md",
  "src/makefile.ts",
  "lock",
  "github/workflows/a.yml",
  "src/actions/a.ts",
  "env",
];

it("knows every path of the table [OUT-20]", () => {
  for (const path of PROTECTED) expect([path, pathClassOf(path)]).toEqual([path, "protected"]);
  for (const path of SENSITIVE) expect([path, pathClassOf(path)]).toEqual([path, "sensitive"]);
  for (const path of PLAIN) expect([path, pathClassOf(path)]).toEqual([path, "plain"]);
});

/** Other spellings of the same path, on one file system or another. */
const SPELLINGS: readonly ((path: string) => string)[] = [
  (path) => path.toUpperCase(),
  (path) => path.toLowerCase(),
  (path) => `./${path}`,
  (path) => path.replaceAll("/", "//"),
  (path) => path.replaceAll("/", "\\"),
  (path) => path.replaceAll("/", "/./"),
  (path) => `src/../${path}`,
  (path) => `${path}.`,
  (path) => `${path} `,
  (path) => `${path}::$DATA`,
  (path) => path.replace(/[a-z]/, "$&\u200c"),
  (path) => path.replace("i", "ｉ"),
  (path) => path.normalize("NFD"),
];

it("knows it in every spelling [OUT-20, OUT-21]", () => {
  for (const [paths, kind] of [[PROTECTED, "protected"] as const, [SENSITIVE, "sensitive"] as const])
    for (const path of paths) for (const spell of SPELLINGS) expect([spell(path), pathClassOf(spell(path))]).toEqual([spell(path), kind]);
});

it("folds letters that are written in two ways to one", () => {
  expect(foldedPath("docs/Re\u0301sume\u0301")).toBe(foldedPath("docs/RÉSUMÉ"));
  expect(foldedPath("../../a")).toBe("a");
});
