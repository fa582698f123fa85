/** Texts lifted out of a line of shell: here-documents and substitutions, each with a word left in its place. */

/** A text without what was lifted out of it, and what stands behind the word that is left in its place. */
export interface Lifted {
  readonly text: string;
  readonly held: ReadonlyMap<string, string>;
}

/** Takes here-documents out of a text. Pure. */
export function liftHereDocuments(text: string): Lifted {
  const held = new Map<string, string>();
  const kept: string[] = [];
  let end: string | null = null;
  let body: string[] = [];
  for (const line of text.split("\n")) {
    if (line.trim() === end) {
      held.set(`\u0001h${held.size}`, body.join("\n"));
      end = null;
    } else if (end !== null) body.push(line);
    else {
      const found: RegExpExecArray | null = /<<-?\s*(["']?)(\w{1,40})\1/.exec(line);
      kept.push(found === null ? line : line.replace(found[0], () => ` \u0001h${held.size}`));
      [end, body] = [found?.[2] ?? null, []];
    }
  }
  return { text: kept.join("\n"), held };
}

const OUTSIDE = /\\[\s\S]|"|'[^']*'|\$\((?!\()|[^\\"'$]+|['$\\]/y;
const QUOTED = /\\[\s\S]|"|\$\((?!\()|[^\\"$]+|[$\\]/y;

/** Takes `$(…)` out of a text, but for what stands in single quotes. `name`: keeps the words apart. Pure. */
export function liftSubstitutions(text: string, name: string): Lifted {
  const held = new Map<string, string>();
  let [kept, at, isQuoted] = ["", 0, false];
  while (at < text.length) {
    const pattern = isQuoted ? QUOTED : OUTSIDE;
    pattern.lastIndex = at;
    // Each of the two matches whatever comes.
    pattern.test(text);
    const piece = text.slice(at, pattern.lastIndex);
    at = pattern.lastIndex;
    if (piece === '"') isQuoted = !isQuoted;
    if (piece !== "$(") {
      kept += piece;
      continue;
    }
    const end = closingAt(text, at);
    const word = `\u0001${name}s${held.size}`;
    held.set(word, text.slice(at, end));
    kept += word;
    at = end + 1;
  }
  return { text: kept, held };
}

/** Where the bracket is closed that was opened before `at`; the text's end where it is not. */
function closingAt(text: string, at: number): number {
  const pieces = /'[^']*'|"(?:\\[\s\S]|[^"\\])*"|\\[\s\S]|[()]/g;
  pieces.lastIndex = at;
  let open = 1;
  for (let piece = pieces.exec(text); piece !== null; piece = pieces.exec(text)) {
    if (piece[0] === "(") open += 1;
    if (piece[0] === ")") open -= 1;
    if (open === 0) return piece.index;
  }
  return text.length;
}
