/** A plan from elsewhere that an issue brings along: in a fenced block of its own, or in a file of the repository. */

/** The word that marks it, as the language of a block or at the beginning of a line. */
const MARK = "loopwright-plan";

/** The text of the block; or the path of the file that the issue names. */
export type GivenPlan =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "file"; readonly path: string };

const OPENING = new RegExp(`^(\`{3,40}|~{3,40})[ \\t]*${MARK}[ \\t]*$`);
const NAMED = new RegExp(`^${MARK}:[ \\t]+(\\S{1,300})[ \\t]*$`);

/** The first plan that a text brings along; null for none. A block without an end goes on to the end of the text. */
export function givenPlanIn(text: string): GivenPlan | null {
  const lines = text.split("\n");
  for (const [index, line] of lines.entries()) {
    const path = NAMED.exec(line)?.[1];
    if (path !== undefined) return { kind: "file", path };
    const fence = OPENING.exec(line)?.[1];
    if (fence === undefined) continue;
    const rest = lines.slice(index + 1);
    const end = rest.findIndex((one) => one.startsWith(fence) && one.trimEnd() === fence);
    return { kind: "text", text: rest.slice(0, end === -1 ? rest.length : end).join("\n") };
  }
  return null;
}

/** True where a text may bring a plan along, visible or not: whatever trusts a plan less for it asks this. */
export function mayBringPlan(text: string): boolean {
  return text.includes(MARK);
}

/** The body of an issue with a plan behind it, in a block that the plan cannot close. */
export function withGivenPlan(body: string, plan: string): string {
  const longest = (plan.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = "`".repeat(longest + 1);
  return `${body}\n\n${fence}${MARK}\n${plan.trimEnd()}\n${fence}`.trimStart();
}
