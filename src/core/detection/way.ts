/** One way to set a repository up and to test it, with the reason for each command. */

/** A command, and where it comes from in words for people: `the workflow .github/workflows/ci.yml runs it`. */
export interface FoundCommand {
  readonly run: string;
  readonly why: string;
}

/** Commands of a repository, each null where nothing names one. `name`: what a person calls it, `npm` say. */
export interface Way {
  readonly name: string;
  readonly setup: readonly FoundCommand[];
  readonly test: FoundCommand | null;
  readonly build: FoundCommand | null;
  readonly lint: FoundCommand | null;
  readonly types: FoundCommand | null;
}

/** The tree as detection reads it: all paths, the texts of what `filesToRead` names, and the workflows as data. */
export interface RepositoryFiles {
  readonly paths: readonly string[];
  readonly texts: ReadonlyMap<string, string>;
  /** By path; whatever a file of YAML may hold. */
  readonly workflows: ReadonlyMap<string, unknown>;
}

/** A way in which nothing is known yet but its name. */
export function wayOf(name: string, known: Partial<Way>): Way {
  return { name, setup: [], test: null, build: null, lint: null, types: null, ...known };
}

/** A command with its reason. */
export function found(run: string, why: string): FoundCommand {
  return { run, why };
}

/** True where the tree has one of these files. */
export function hasAny({ paths }: RepositoryFiles, ...names: readonly string[]): boolean {
  return names.some((name) => paths.includes(name));
}

/** True where a path of the tree fits. */
export function hasPath({ paths }: RepositoryFiles, pattern: RegExp): boolean {
  return paths.some((path) => pattern.test(path));
}

/** A variable for a folder of the working copy: what a command keeps in HOME, the next one does not find. */
export function here(variable: string, folder: string): string {
  return `${variable}="$PWD/${folder}"`;
}

/** True where a section of a file of settings has the key. */
export function sectionOf(text: string, section: string, key: string): boolean {
  const at = text.split("\n").findIndex((line) => line.trim() === `[${section}]`);
  if (at === -1) return false;
  const lines = text.split("\n").slice(at + 1);
  const end = lines.findIndex((line) => line.startsWith("["));
  return lines.slice(0, end === -1 ? lines.length : end).some((line) => new RegExp(`^"?${key}"?\\s*=`).test(line));
}
