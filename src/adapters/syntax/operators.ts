/** Knows what becomes of an operator or a literal when a fault is planted there. */

/** What stands in its place. `fine`: the smallest fault, where there is a smaller one than `gross`. */
export interface FaultyText {
  readonly gross: string;
  readonly fine?: string;
}

const COMPARED: Readonly<Record<string, FaultyText>> = {
  "===": { gross: "!==" },
  "!==": { gross: "===" },
  "==": { gross: "!=" },
  "!=": { gross: "==" },
  "<": { gross: ">=", fine: "<=" },
  "<=": { gross: ">", fine: "<" },
  ">": { gross: "<=", fine: ">=" },
  ">=": { gross: "<", fine: ">" },
};

const JOINED: Readonly<Record<string, FaultyText>> = {
  "&&": { gross: "||" },
  "||": { gross: "&&" },
  and: { gross: "or" },
  or: { gross: "and" },
};

/** Those that every number has, and that no text knows. */
const COUNTED: Readonly<Record<string, FaultyText>> = {
  "-": { gross: "+" },
  "*": { gross: "+" },
  "/": { gross: "*" },
  "%": { gross: "*" },
  "**": { gross: "*" },
  "//": { gross: "*" },
  "-=": { gross: "+=" },
  "*=": { gross: "+=" },
};

const ADDED: Readonly<Record<string, FaultyText>> = { "+": { gross: "-" }, "+=": { gross: "-=" } };

const FLIPPED: Readonly<Record<string, FaultyText>> = {
  true: { gross: "false" },
  false: { gross: "true" },
  True: { gross: "False" },
  False: { gross: "True" },
};

/** An operator between two values, as it is written; null for one that stays. `adds`: numbers stand beside it. */
export function replacedOperator(written: string, adds: boolean): FaultyText | null {
  const tables = [COMPARED, JOINED, COUNTED, ...(adds ? [ADDED] : [])];
  return tables.find((table) => Object.hasOwn(table, written))?.[written] ?? null;
}

/** A literal that says yes or no, a whole number, or a text in quotes; null for any other. */
export function replacedLiteral(written: string): FaultyText | null {
  const flipped = Object.hasOwn(FLIPPED, written) ? FLIPPED[written] : undefined;
  if (flipped !== undefined) return flipped;
  if (/^\d+$/.test(written)) return { gross: Number(written) === 0 ? "1" : "0" };
  const quote = /^["']/.exec(written)?.[0] ?? "";
  return quote !== "" && written.length > 2 && written.endsWith(quote) && !written.startsWith(quote.repeat(3))
    ? { gross: quote + quote }
    : null;
}
