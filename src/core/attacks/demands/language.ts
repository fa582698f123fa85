/** The languages in which attacks are written, by the endings of files. */
import { fileEndingOf } from "#core/backtest/candidate.ts";

export type AttackLanguage = "javascript" | "python" | "shell" | "go" | "rust" | "java" | "c" | "ruby" | "php" | "perl";

const BY_ENDING: Readonly<Record<string, AttackLanguage>> = {
  js: "javascript",
  mjs: "javascript",
  cjs: "javascript",
  jsx: "javascript",
  ts: "javascript",
  mts: "javascript",
  cts: "javascript",
  tsx: "javascript",
  py: "python",
  sh: "shell",
  bash: "shell",
  go: "go",
  rs: "rust",
  java: "java",
  c: "c",
  cc: "c",
  cpp: "c",
  rb: "ruby",
  php: "php",
  pl: "perl",
  pm: "perl",
};

const BY_SHEBANG: readonly (readonly [RegExp, AttackLanguage])[] = [
  [/^#!.*\bnode\b/, "javascript"],
  [/^#!.*\bpython/, "python"],
  [/^#!.*\b(?:ba|da)?sh\b/, "shell"],
  [/^#!.*\bruby\b/, "ruby"],
  [/^#!.*\bperl\b/, "perl"],
];

/** The language of a file; null for one that is no program that we can write. Pure. */
export function attackLanguageOf(path: string, text: string): AttackLanguage | null {
  const byEnding = BY_ENDING[fileEndingOf(path)];
  return byEnding ?? BY_SHEBANG.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
