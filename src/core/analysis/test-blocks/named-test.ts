/** A test in a file of tests, with its name: where it stands, and what it is without anything that it asserts. */

/** A part of a file, from one offset to another, that gives its title to what stands in it. */
export interface TitledBlock {
  readonly title: string;
  readonly from: number;
  readonly to: number;
}

/** `emptied`: the same test, of the same name, with nothing in it. */
export interface FoundTest extends TitledBlock {
  readonly emptied: string;
}

/** `name`: the titles of all that it stands in, and its own, as runners print them. */
export interface NamedTest extends FoundTest {
  readonly name: string;
}

/** Titles that a name is made of at most: the innermost ones. */
const DEEPEST = 20;

/**
 * Names each test by the suites and the tests that it stands in, in the order of the text. `between`: what runners
 * print between two titles. Pure.
 */
export function withNames(
  tests: readonly FoundTest[],
  suites: readonly TitledBlock[],
  between = " > ",
): readonly NamedTest[] {
  const blocks: readonly (TitledBlock & { readonly emptied?: string })[] = [...suites, ...tests].sort(
    (a, b) => a.from - b.from,
  );
  const open: TitledBlock[] = [];
  return blocks.flatMap((block): readonly NamedTest[] => {
    for (let last = open.at(-1); last !== undefined && last.to <= block.from; last = open.at(-1)) open.pop();
    open.push(block);
    const { title, from, to, emptied } = block;
    if (emptied === undefined) return [];
    const titles = open.slice(-DEEPEST).map((around) => around.title);
    return [{ title, from, to, emptied, name: titles.join(between) }];
  });
}
