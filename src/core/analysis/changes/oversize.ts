/** Finds changes so large, or of such a kind, that the run is suspended until a person has looked at them. */

/**
 * A file as a change leaves it. `longest`: characters of its longest line, null where it is no text; `before`: the same
 * for the version of the base, 0 where there is none.
 */
export interface FileWeight {
  readonly path: string;
  readonly bytes: number;
  readonly longest: number | null;
  readonly before: number;
}

const MB = 2 ** 20;
const FILES = 300;
const BYTES = 4 * MB;
const BINARY = MB;
const LINE = 5_000;
/** The most files that are named one by one. */
const NAMED = 20;

const OF_NODE = /package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?/;
const OF_OTHERS = /cargo\.lock|poetry\.lock|uv\.lock|pipfile\.lock|gemfile\.lock|composer\.lock|flake\.lock|go\.sum/;
/** Lock files that package managers write: a change of nothing else brings in more code than a reviewer reads. */
const LOCKFILE = new RegExp(`(?:^|/)(?:${OF_NODE.source}|${OF_OTHERS.source})$`, "i");

/**
 * Gives the reasons why a person must look at a change, a line each; empty where there are none. Deleted files have no
 * bytes. Pure.
 */
export function oversizeOf(weights: readonly FileWeight[]): readonly string[] {
  const bytes = weights.reduce((sum, one) => sum + one.bytes, 0);
  const single = weights.flatMap((one) => tooMuch(one) ?? []);
  const isLocked = weights.length > 0 && weights.every(({ path }) => LOCKFILE.test(path));
  return [
    ...(weights.length > FILES ? [`${weights.length} files are changed, more than ${FILES}`] : []),
    ...(bytes > BYTES ? [`the changed files have ${megabytes(bytes)} MB together, more than ${BYTES / MB}`] : []),
    ...single.slice(0, NAMED),
    ...(single.length > NAMED ? [`and ${single.length - NAMED} more files`] : []),
    ...(isLocked
      ? [`nothing is changed but lock files: ${weights.map(({ path }) => path).join(", ")}`.slice(0, 1_000)]
      : []),
  ];
}

function tooMuch({ path, bytes, longest, before }: FileWeight): string | null {
  const name = JSON.stringify(path.slice(0, 200));
  if (longest === null)
    return bytes > BINARY ? `${name} is binary and has ${megabytes(bytes)} MB, more than ${BINARY / MB}` : null;
  return longest > LINE && before <= LINE ? `${name} has a line of ${longest} characters, more than ${LINE}` : null;
}

function megabytes(bytes: number): string {
  return (bytes / MB).toFixed(1);
}
