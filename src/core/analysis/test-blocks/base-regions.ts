/** Puts the tests within a source of the base back into the source of a work, in place of the work's own. */
import type { SourceTest } from "./source-test.ts";
import { sourceTests } from "./source-tests.ts";

/**
 * The text of the work with the base's tests: what belongs to a place stands in that place where the work still has it,
 * all else stands at the end; tests that only the work has are gone. Null where both have the same. Linear. Pure.
 */
export function withBaseRegions(path: string, work: string, base: string): string | null {
  const [theirs, own] = [sourceTests(path, work), sourceTests(path, base)];
  if (shown(theirs) === shown(own)) return null;
  const placed = new Map<SourceTest, SourceTest>();
  const free = [...theirs];
  const rest = own.filter((region) => {
    const index = region.nested ? free.findIndex(({ key }) => key === region.key) : -1;
    const [place] = index === -1 ? [] : free.splice(index, 1);
    if (place !== undefined) placed.set(place, region);
    return place === undefined;
  });
  let text = "";
  let at = 0;
  for (const place of theirs) {
    const region = placed.get(place);
    text += work.slice(at, place.from) + (region === undefined ? "" : base.slice(region.from, region.to));
    at = place.to;
  }
  text += work.slice(at);
  const appended = rest.map((region, index) => standing(path, base.slice(region.from, region.to), { region, index }));
  return appended.length === 0 ? text : `${text.trimEnd()}\n\n${appended.join("\n\n")}\n`;
}

/** What is run of the regions, in one text. */
function shown(regions: readonly SourceTest[]): string {
  return JSON.stringify(regions.map(({ key, code }) => [key, code]));
}

/** A region as it can stand at the end of a file: an example needs something that it is of. */
function standing(
  path: string,
  text: string,
  { region: { item }, index }: { readonly region: SourceTest; readonly index: number },
): string {
  if (item === null) return text;
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line) => line.trimStart());
  if (/\.rs$/i.test(path))
    return [
      ...lines.map((line) => line.replace(/^\/\/!/, "///")),
      "#[allow(dead_code)]",
      `struct BaseExample${index};`,
    ].join("\n");
  return [`def _base_example_${index}():`, '    """', ...lines.map((line) => `    ${line}`), '    """'].join("\n");
}
