/** Tells whether two trees of one history can share what setup installs: they name the same dependencies. */
import type { TreeBlobs } from "#core/plan/memory.ts";
import { digestOf } from "#core/values/digest.ts";

/** Files that say which versions are installed, by name. */
const LOCKS = new Set(
  (
    "package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock poetry.lock uv.lock Pipfile.lock " +
    "pdm.lock Cargo.lock go.sum Gemfile.lock composer.lock mix.lock"
  ).split(" "),
);

/** Files that name dependencies where nothing locks their versions. */
const MANIFESTS = new Set(
  (
    "package.json pyproject.toml setup.py setup.cfg tox.ini requirements.txt Pipfile Cargo.toml go.mod Gemfile " +
    "composer.json mix.exs pom.xml build.gradle build.gradle.kts cpanfile Makefile.PL"
  ).split(" "),
);

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** The same for trees with the same lock files, or, where there are none, the same manifests. Pure. */
export function setupKeyOf(blobs: TreeBlobs): string {
  const of = (names: ReadonlySet<string>): string[] =>
    [...blobs]
      .filter(([path]) => names.has(nameOf(path)) || (names === MANIFESTS && isRequirements(path)))
      .map((file) => file.join(" "));
  const locks = of(LOCKS);
  const chosen: readonly string[] = locks.length > 0 ? locks : of(MANIFESTS);
  return digestOf([...chosen].sort());
}

function isRequirements(path: string): boolean {
  return path.startsWith("requirements") && path.endsWith(".txt");
}
