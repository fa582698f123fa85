/** The top of a program: where a line stands that runs before all others. */

/** Puts a line where the program begins: behind the line that names its interpreter. Pure. */
export function atTheTop(text: string, line: string): string {
  const [first = "", ...rest] = text.split("\n");
  return first.startsWith("#!") ? [first, line, ...rest].join("\n") : `${line}\n${text}`;
}

/** The same for Python, where `__future__` comes first. Pure. */
export function atTheTopOfPython(text: string, line: string): string {
  const lines = text.split("\n");
  const last = lines.findLastIndex((one) => /^from __future__ import/.test(one));
  return last === -1 ? atTheTop(text, line) : lines.toSpliced(last + 1, 0, line).join("\n");
}
