/** Makes a program end with 0 at once: the same file, with an exit that comes before all that it does. */
import { type AttackLanguage, attackLanguageOf } from "#core/attacks/demands/language.ts";
import { atTheTop, atTheTopOfPython } from "./top.ts";

/** Puts a line behind the first place that the pattern matches; null where it matches none. */
function behind(text: string, pattern: RegExp, line: string): string | null {
  const found = pattern.exec(text);
  if (found === null) return null;
  const end = found.index + found[0].length;
  return `${text.slice(0, end)} ${line}${text.slice(end)}`;
}

const EXITS: Readonly<Record<AttackLanguage, (text: string) => string | null>> = {
  javascript: (text) => atTheTop(text, "process.exit(0);"),
  python: (text) => atTheTopOfPython(text, "import os; os._exit(0)"),
  shell: (text) => atTheTop(text, "exit 0"),
  ruby: (text) => atTheTop(text, "exit!(0)"),
  perl: (text) => atTheTop(text, "BEGIN { exit 0 }"),
  php: (text) => behind(text === "" ? "<?php\n" : text, /<\?php/, "exit(0);"),
  go: (text) =>
    behind(text, /^package \w+$/m, '\nimport earlyexit "os"\n')?.concat("\nfunc init() { earlyexit.Exit(0) }\n") ??
    null,
  rust: (text) => behind(text, /\bfn main\(\)[^{]{0,200}\{/, "std::process::exit(0);"),
  java: (text) => behind(text, /\bclass \w+[^{;]{0,200}\{/, "static { Runtime.getRuntime().halt(0); }"),
  c: (text) =>
    `${text}\n#include <unistd.h>\n__attribute__((constructor)) static void early_exit(void) { _exit(0); }\n`,
};

/** The text with the exit; null for a language without one, and where there is no place for it. Pure. */
export function withEarlyExit(path: string, text: string): string | null {
  const language = attackLanguageOf(path, text);
  return language === null ? null : EXITS[language](text);
}
