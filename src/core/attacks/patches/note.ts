/** Puts texts into a file without changing what it does: each alone on its line, in a comment where there is one. */

import { attackLanguageOf } from "#core/attacks/demands/language.ts";
import { fileEndingOf } from "#core/backtest/candidate.ts";

/** The text with a note that holds these lines. Pure. */
export function withNote(path: string, text: string, lines: readonly string[]): string {
  if (lines.length === 0) return text;
  const note = lines.join("\n");
  const start = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  switch (attackLanguageOf(path, text)) {
    case "python":
      return `${start}"""\n${note}\n"""\n`;
    case "shell":
      return `${start}: <<'NOTE'\n${note}\nNOTE\n`;
    case "ruby":
      return `${start}=begin\n${note}\n=end\n`;
    case "perl":
      return `${start}\n=pod\n\n${note}\n\n=cut\n`;
    case null:
      return /^(?:css|scss)$/.test(fileEndingOf(path)) ? `${start}/*\n${note}\n*/\n` : `${start}${note}\n`;
    default:
      return `${start}/*\n${note}\n*/\n`;
  }
}
