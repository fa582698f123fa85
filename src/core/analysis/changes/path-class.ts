/** The class of a path: how far a run may change it under any plan. Data and one reading of it. */
import { trimEndCharacters } from "#core/values/trim-end.ts";

/** `protected`: never changed. `sensitive`: changed, and named to QA and in the pull request. */
export type PathClass = "protected" | "sensitive" | "plain";

/**
 * Files at the root that steer GitHub and our runs, or name who must agree; a folder with all in it ends with a slash.
 */
const PROTECTED: readonly string[] = [
  ".github/workflows/",
  ".github/actions/",
  ".github/loopwright/",
  ".github/loopwright.yml",
  ".github/dependabot.yml",
  ".github/dependabot.yaml",
  ".github/codeowners",
  "codeowners",
  "docs/codeowners",
  ".gitmodules",
];

/** Folders at the root whose files run by themselves, on a developer's machine or in a check. */
const SENSITIVE: readonly string[] = [
  ".github/",
  ".husky/",
  ".githooks/",
  ".devcontainer/",
  ".vscode/",
  ".claude/",
  ".cursor/",
];

/** Names of such files, in any folder. */
const SENSITIVE_NAMES: readonly string[] = [
  ...[
    "action.yml",
    "action.yaml",
    ".npmrc",
    ".yarnrc",
    ".yarnrc.yml",
    ".pnpmfile.cjs",
    "bunfig.toml",
    ".envrc",
    ".gitattributes",
  ],
  ...[
    ".pre-commit-config.yaml",
    ".pre-commit-config.yml",
    "lefthook.yml",
    "makefile",
    "gnumakefile",
    "justfile",
    "taskfile.yml",
    "rakefile",
  ],
  ...[
    "conftest.py",
    "setup.py",
    "setup.cfg",
    "pyproject.toml",
    "tox.ini",
    "noxfile.py",
    "sitecustomize.py",
    "pip.conf",
  ],
  ...[
    "package.json",
    "package-lock.json",
    "npm-shrinkwrap.json",
    "pnpm-lock.yaml",
    "pnpm-workspace.yaml",
    "bun.lockb",
    "go.mod",
    "go.sum",
  ],
  ...[
    "cargo.toml",
    "build.rs",
    "gemfile",
    "composer.json",
    "build.gradle",
    "build.gradle.kts",
    "pom.xml",
    "cmakelists.txt",
  ],
  ...[
    "dockerfile",
    "docker-compose.yml",
    "compose.yaml",
    ".gitlab-ci.yml",
    "jenkinsfile",
    ".mcp.json",
    "agents.md",
    "claude.md",
  ],
];

/** Such names: `Cargo.lock`, `poetry.lock`, `requirements-dev.txt`, `vite.config.ts`, `.env.local`. */
const SENSITIVE_SHAPES = /\.lock$|^requirements[^/]*\.txt$|\.config\.[cm]?[jt]s$|^\.env(?:\..*)?$/;

/**
 * Gives one spelling for a path that file systems may read alike: it folds case and Unicode's forms, resolves `./`,
 * `../` and doubled slashes, and drops dots and blanks at the end of a name and the name of a stream. Pure.
 */
export function foldedPath(path: string): string {
  const parts: string[] = [];
  const plain = path
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .normalize("NFKC")
    .toLowerCase();
  for (const raw of plain.split(/[/\\]/)) {
    const [name = ""] = raw.split(":", 1);
    const part = name === "." || name === ".." ? name : trimEndCharacters(name, ". ");
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts.join("/");
}

/** The class of a path, in every spelling of it; a file in the place of such a folder has the class too. Pure. */
export function pathClassOf(path: string): PathClass {
  const folded = foldedPath(path);
  if (PROTECTED.some((entry) => under(folded, entry))) return "protected";
  return SENSITIVE.some((entry) => under(folded, entry)) || isNameOf(folded) ? "sensitive" : "plain";
}

/** True where the file's name alone, in any folder and in every spelling, says that it runs by itself. Pure. */
export function isSensitiveName(path: string): boolean {
  return isNameOf(foldedPath(path));
}

/** True for a `.gitattributes` file, which can name files whose changes git and GitHub do not show. Pure. */
export function isGitAttributes(path: string): boolean {
  return /(?:^|\/)\.gitattributes$/.test(foldedPath(path));
}

function isNameOf(folded: string): boolean {
  const name = folded.slice(folded.lastIndexOf("/") + 1);
  return SENSITIVE_NAMES.includes(name) || SENSITIVE_SHAPES.test(name);
}

function under(path: string, entry: string): boolean {
  return entry.endsWith("/") ? path.startsWith(entry) || `${path}/` === entry : path === entry;
}
