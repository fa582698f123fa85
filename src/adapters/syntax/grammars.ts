/** Knows by the ending of a file's name which grammar reads it. Each is loaded when a file first asks for it. */
import type { Parser } from "@lezer/common";

/**
 * `addsText`: the operator + may join texts while - may not, and the compiler would refuse the change. `givesNothing`:
 * what a function may give in place of any value; null where the compiler asks for one of its type.
 */
export interface Grammar {
  readonly parser: Parser;
  readonly addsText: boolean;
  readonly givesNothing: string | null;
}

type Loader = () => Promise<Grammar>;

const COMPILED = { addsText: true, givesNothing: null };

const javascript =
  (dialect: string): Loader =>
  async () => {
    const { parser } = await import("@lezer/javascript");
    return { parser: parser.configure({ dialect }), addsText: false, givesNothing: "undefined" };
  };

const GRAMMARS: readonly (readonly [RegExp, Loader])[] = [
  [/\.[cm]?jsx?$/i, javascript("jsx")],
  [/\.[cm]?ts$/i, javascript("ts")],
  [/\.tsx$/i, javascript("ts jsx")],
  [/\.py$/i, async () => ({ parser: (await import("@lezer/python")).parser, addsText: false, givesNothing: "None" })],
  [/\.go$/i, async () => ({ ...COMPILED, parser: (await import("@lezer/go")).parser })],
  [/\.rs$/i, async () => ({ ...COMPILED, parser: (await import("@lezer/rust")).parser })],
  [/\.java$/i, async () => ({ ...COMPILED, parser: (await import("@lezer/java")).parser })],
  [
    /\.(?:c|h|cc|cpp|cxx|hpp)$/i,
    async () => ({ ...COMPILED, addsText: false, parser: (await import("@lezer/cpp")).parser }),
  ],
];

/** The grammar of a file; null where there is none. */
export async function grammarOf(path: string): Promise<Grammar | null> {
  const loader = GRAMMARS.find(([ending]) => ending.test(path))?.[1];
  return loader === undefined ? null : loader();
}
