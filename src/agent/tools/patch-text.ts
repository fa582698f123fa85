/** Parses the text of a patch in OpenAI's V4A format, line by line. Pure; linear time. */

/**
 * Consecutive lines of a file before and after. `anchors`: lines that come before them, from the outermost; `atEnd`:
 * they end the file.
 */
export interface Hunk {
  readonly anchors: readonly string[];
  readonly lines: readonly HunkLine[];
  readonly atEnd: boolean;
}

export interface HunkLine {
  readonly sign: " " | "-" | "+";
  readonly text: string;
}

/** The change of one file. `to`: the new path of an updated file; null = it stays. */
export type FileChange =
  | { readonly kind: "add"; readonly path: string; readonly content: string }
  | { readonly kind: "delete"; readonly path: string }
  | { readonly kind: "update"; readonly path: string; readonly to: string | null; readonly hunks: readonly Hunk[] };

export type ParsedPatch =
  | { readonly kind: "patch"; readonly changes: readonly FileChange[] }
  | { readonly kind: "bad"; readonly why: string };

/** Parses a patch. A wrong line makes the whole patch bad; the reason names it by number and text. */
export function parsePatch(text: string): ParsedPatch {
  const lines = text.trim().split(/\r?\n/);
  if (lines[0]?.trimEnd() !== "*** Begin Patch") return bad("the first line must be *** Begin Patch");
  if (lines.at(-1)?.trimEnd() !== "*** End Patch") return bad("the last line must be *** End Patch");
  const changes: FileChange[] = [];
  for (let at = 1; at < lines.length - 1; ) {
    const path = pathIn(lines[at] ?? "", HEADER);
    if (path === null) return bad(`line ${at + 1} begins no file: ${quotedLine(lines[at] ?? "")}`);
    const end = endOfFile(lines, at + 1);
    const change = changeOf(lines[at] ?? "", path, lines.slice(at + 1, end));
    if (typeof change === "string") return bad(`${path}: ${change}`);
    changes.push(change);
    at = end;
  }
  return checked(changes);
}

const HEADER = /^\*\*\* (?:Add|Update|Delete) File:(.+)$/;

function pathIn(line: string, shape: RegExp): string | null {
  return shape.exec(line)?.[1]?.trim() || null;
}

function bad(why: string): ParsedPatch {
  return { kind: "bad", why };
}

/** At most 100 characters of a line. */
export function quotedLine(text: string): string {
  return `"${text.slice(0, 100).replace(/[\uD800-\uDBFF]$/, "")}"`;
}

function checked(changes: readonly FileChange[]): ParsedPatch {
  if (changes.length === 0) return bad("the patch changes no file");
  const paths = changes.flatMap((change) =>
    change.kind === "update" && change.to !== null ? [change.path, change.to] : [change.path],
  );
  const seen = new Set<string>();
  const twice = paths.find((path) => seen.size === seen.add(path).size);
  return twice === undefined
    ? { kind: "patch", changes }
    : bad(`${twice} is named twice; put all its changes under one header`);
}

function endOfFile(lines: readonly string[], from: number): number {
  let at = from;
  while (at < lines.length - 1 && !HEADER.test(lines[at] ?? "")) at += 1;
  return at;
}

function changeOf(header: string, path: string, body: readonly string[]): FileChange | string {
  if (header.startsWith("*** Delete"))
    return body.length === 0 ? { kind: "delete", path } : `nothing may follow its header: ${quotedLine(body[0] ?? "")}`;
  return header.startsWith("*** Add") ? addition(path, body) : update(path, body);
}

function addition(path: string, body: readonly string[]): FileChange | string {
  const wrong = body.find((line) => !line.startsWith("+"));
  if (wrong !== undefined) return `each line of a new file begins with +: ${quotedLine(wrong)}`;
  return { kind: "add", path, content: body.map((line) => `${line.slice(1)}\n`).join("") };
}

function update(path: string, body: readonly string[]): FileChange | string {
  const to = pathIn(body[0] ?? "", MOVE);
  const hunks = hunksOf(to === null ? body : body.slice(1));
  if (typeof hunks === "string") return hunks;
  return hunks.length === 0 && to === null ? "nothing is changed in it" : { kind: "update", path, to, hunks };
}

const MOVE = /^\*\*\* Move to:(.+)$/;

/** A hunk under construction. */
interface Growing {
  readonly anchors: string[];
  readonly lines: HunkLine[];
  atEnd: boolean;
}

function hunksOf(body: readonly string[]): readonly Hunk[] | string {
  const hunks: Growing[] = [];
  let hunk = newHunk();
  for (const line of body) {
    if (isAnchor(line) && hunk.lines.length > 0) {
      hunks.push(hunk);
      hunk = newHunk();
    }
    if (!take(hunk, line)) return `a line begins with a blank, - or +, or is @@: ${quotedLine(line)}`;
  }
  if (hunk.lines.length > 0) return [...hunks, hunk];
  return hunk.anchors.length > 0 ? `nothing follows @@ ${quotedLine(hunk.anchors.at(-1) ?? "")}` : hunks;
}

function newHunk(): Growing {
  return { anchors: [], lines: [], atEnd: false };
}

function isAnchor(line: string): boolean {
  return line === "@@" || line.startsWith("@@ ");
}

/** False for a line that belongs to no hunk. */
function take(hunk: Growing, line: string): boolean {
  const sign = line[0] ?? " ";
  if (line.trimEnd() === "*** End of File") hunk.atEnd = true;
  else if (isAnchor(line)) hunk.anchors.push(...[line.slice(2).trim()].filter((words) => words !== ""));
  // A model that trims its lines leaves nothing of an empty one.
  else if (sign === " " || sign === "-" || sign === "+") hunk.lines.push({ sign, text: line.slice(1) });
  else return false;
  return true;
}
