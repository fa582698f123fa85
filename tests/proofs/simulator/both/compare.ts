/** Plays cases to both GitHubs and tells where one of them answers otherwise than the case says. */
import type { Case } from "./case.ts";
import { begin, type Said, type Side, saidBy } from "./side.ts";

/** One answer that is not as it should be. */
export interface Difference {
  readonly asks: string;
  readonly side: Side["name"];
  readonly expected: Said;
  readonly found: Said;
}

/** One after the other, in their order: what is asked may change what stands there. */
export async function differences(sides: readonly Side[], cases: readonly Case[]): Promise<readonly Difference[]> {
  const found: Difference[] = [];
  for (const side of sides) {
    const given = await begin(side);
    for (const { asks, by, request, ...expected } of cases) {
      const said = await saidBy(await side.ask(by, ...request(given)));
      if (!isAlike(said, expected)) found.push({ asks, side: side.name, expected, found: said });
    }
  }
  return found;
}

/** The length of a list counts where the case names one. */
function isAlike(said: Said, { status, says, length }: Said): boolean {
  return said.status === status && said.says === says && (length === undefined || said.length === length);
}
