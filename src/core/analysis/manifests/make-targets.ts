/** Recognises a Makefile to which a change only adds targets that nothing else in it names. */

/** A line that begins a rule of plain targets, without a variable, a pattern or a function in it. */
const RULE = /^([A-Za-z][\w-]*(?: [A-Za-z][\w-]*)*):((?: [\w./-]+)*)$/;
const PHONY = /^\.PHONY:((?: [\w./-]+)+)$/;
/** A line that ends with a backslash goes on in the next one. */
const CONTINUES = /\\$/;

/**
 * True where `after` is `before` with new rules at its end, of targets that `before` does not name anywhere: whatever
 * they do is done only where somebody asks for it by name. Cautious: it says no where it cannot tell. Linear. Pure.
 */
export function addsTargetsOnly(before: string, after: string): boolean {
  if (!after.startsWith(before) || !before.endsWith("\n") || CONTINUES.test(before.trimEnd())) return false;
  const known = new Set(before.match(/[\w-]+/g));
  let isWithinRule = false;
  return after
    .slice(before.length)
    .split("\n")
    .every((line) => {
      if (CONTINUES.test(line)) return false;
      if (line.startsWith("\t")) return isWithinRule;
      if (line === "" || line.startsWith("#")) return true;
      isWithinRule = RULE.test(line);
      const named = RULE.exec(line)?.[1] ?? PHONY.exec(line)?.[1];
      return named?.split(" ").every((name) => !known.has(name)) ?? false;
    });
}
