/** Finds the files of a tree that a text names: the arguments of a command, the words of a script or a manifest. */

/** A word may leave these out. */
const ENDINGS = ["", ".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".py", ".sh", "/index.js", "/__init__.py"];

/** Characters of one text that are read, and different words of it that are looked at. */
const READ = 65_536;
const MOST_WORDS = 1000;

/**
 * The paths that words of `text` stand for, seen from the folder of `from` and from the root, each once. `from`: the
 * path of the file whose text it is; empty for a command. Linear. Pure.
 */
export function filesNamedIn(text: string, from: string, isThere: (path: string) => boolean): readonly string[] {
  const folder = from.slice(0, Math.max(0, from.lastIndexOf("/")));
  const words = [...new Set(text.slice(0, READ).match(/[\w@.+/-]{1,300}/g))].slice(0, MOST_WORDS);
  const names = words.flatMap((word) => [word, word.replaceAll(".", "/")]);
  return [...new Set(names.flatMap((name) => [...there(folder, name, isThere), ...there("", name, isThere)]))];
}

/** The first path that a name may stand for in a folder. */
function there(folder: string, name: string, isThere: (path: string) => boolean): readonly string[] {
  for (const ending of ENDINGS) {
    const path = joined(folder, name + ending);
    if (path !== null && isThere(path)) return [path];
  }
  return [];
}

/** Null where the name leads out of the tree. */
function joined(folder: string, name: string): string | null {
  const parts: string[] = [];
  for (const part of `${folder}/${name}`.split("/")) {
    if (part === "..") {
      if (parts.pop() === undefined) return null;
    } else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts.join("/");
}
