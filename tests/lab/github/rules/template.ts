/** Path templates like those of GitHub's description: `/repos/{owner}/{repo}/git/ref/{ref}`. */

/** These parameters may hold slashes; all others end at one. */
const GREEDY = new Set(["ref", "path", "basehead"]);

export type Parameters = Readonly<Record<string, string>>;

export interface Template {
  /** The decoded parameters, or null where the path is another. */
  match(path: string): Parameters | null;
  /** How many segments are literal: the most literal template that matches is the right one. */
  readonly literals: number;
}

/** Reads a template. */
export function templateOf(text: string): Template {
  const names: string[] = [];
  const pattern = text.replace(/[.]/g, "\\.").replace(/\{([^}]+)\}/g, (_, name: string) => {
    names.push(name);
    return GREEDY.has(name) ? "(.+)" : "([^/]+)";
  });
  const expression = new RegExp(`^${pattern}$`);
  return {
    literals: text.split("/").filter((segment) => !segment.startsWith("{")).length,
    match(path) {
      const found = expression.exec(path);
      return found && Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? "")]));
    },
  };
}
