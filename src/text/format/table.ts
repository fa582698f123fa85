/** Builds Markdown's parts: tables, lists, folds. The caller has made the content safe (text/sanitize/quote.ts). */

/** A table; every cell must be one line without a bare pipe. Empty for no rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** A list; empty for no items. */
export function list(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join("\n");
}

/** A titled part; empty when it has nothing to say. */
export function section(title: string, body: string): string {
  return body === "" ? "" : `### ${title}\n\n${body}`;
}

/** A folded part; empty when it has nothing to say. */
export function fold(title: string, body: string): string {
  return body === "" ? "" : `<details>\n<summary>${title}</summary>\n\n${body}\n\n</details>`;
}

/** Parts one below the other; empty ones are left out. */
export function parts(all: readonly string[]): string {
  return all.filter((part) => part !== "").join("\n\n");
}

/** The parts of a whole text, which ends with a line break. */
export function page(all: readonly string[]): string {
  return `${parts(all)}\n`;
}
