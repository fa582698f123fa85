/** Functions are found by syntax; with a fault in one of them, or a statement in all, a file still runs. */
import ts from "typescript";
import { expect, it } from "vitest";
import { doesWith, functionsIn, withFault, withStatements } from "./functions.ts";

const TEXT = `export function add(a: number, b: number): number {
  return [a, b].reduce((sum, one) => sum + one, 0);
}
const twice = (a: number) => ({ both: (b: number) => a + b });
const isSmall = (a: number): boolean => a < 10;
function isText(a: unknown): a is string { return typeof a === "string"; }
export const table = { run: async (a: number) => add(a, 1), member(a: number) { return twice(a).both(a); }, get one() { return 1; } };
type F = (a: number) => number;
interface G { call(a: number): void }
`;
const GIVES =
  "export const all = async () => [add(1, 2), twice(2)?.both?.(3), isSmall(1), isText(1), await table.run(1), table.member(1), table.one];";

/** What all functions of the text give. */
async function given(text: string): Promise<unknown> {
  const { outputText } = ts.transpileModule(text + GIVES, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ESNext },
  });
  const exports: { all?: () => Promise<unknown> } = {};
  new Function("exports", outputText)(exports);
  return exports.all?.();
}

const FUNCTIONS = functionsIn("a.ts", TEXT);

it("finds what has a name and a body, in the order of the text", () => {
  expect(FUNCTIONS.map(({ name }) => name)).toEqual(["add", "twice", "both", "isSmall", "isText", "run", "member", "one"]);
  expect(FUNCTIONS.map(({ place }) => place).slice(0, 3)).toEqual(["add of a.ts:1:50", "twice of a.ts:4:29", "both of a.ts:4:53"]);
});

it("calls a function in a table by what holds it, and none that is in another function", () => {
  const text =
    "export const schema = { size: number.check((a) => a < f((b) => b)) };\nexport function g() {\n  return each((a) => a);\n}\n";
  expect(functionsIn("a.ts", text).map(({ name }) => name)).toEqual(["size", "g"]);
});

it.each([
  { name: "add", does: "gives nothing", gives: [undefined, 5, true, false, undefined, 2, 1] },
  { name: "twice", does: "gives nothing", gives: "TypeError" },
  { name: "both", does: "gives nothing", gives: [3, undefined, true, false, 2, undefined, 1] },
  { name: "isSmall", does: "says the opposite", gives: [3, 5, false, false, 2, 2, 1] },
  { name: "isText", does: "says the opposite", gives: [3, 5, true, true, 2, 2, 1] },
  { name: "run", does: "gives nothing", gives: [3, 5, true, false, undefined, 2, 1] },
  { name: "member", does: "gives nothing", gives: [3, 5, true, false, 2, undefined, 1] },
  { name: "one", does: "gives nothing", gives: [3, 5, true, false, 2, 2, undefined] },
])("$name $does", async ({ name, does, gives }) => {
  const [one] = FUNCTIONS.filter((each) => each.name === name);
  if (one === undefined) throw new Error(`no function ${name}`);
  expect(doesWith(one)).toBe(does);
  expect(await given(withFault(TEXT, one)).catch(({ name: error }) => error)).toEqual(gives);
});

it("runs a statement at the beginning of each, also of two that end at one place", async () => {
  const ran: string[] = [];
  Object.assign(globalThis, { ranFunctions: ran });
  const marked = withStatements(TEXT, FUNCTIONS, ({ name }) => `globalThis.ranFunctions.push("${name}");`);
  expect(await given(marked)).toEqual([3, 5, true, false, 2, 2, 1]);
  expect(ran).toEqual(["add", "twice", "both", "isSmall", "isText", "run", "add", "member", "twice", "both", "one"]);
  const nested =
    "const outer = (a: number) => (b: number) => a + b; const inner = (a: number) => { const deep = (b: number) => b; return deep(a); };";
  const both = withStatements(nested, functionsIn("b.ts", nested), () => "void 0;");
  expect(new Function(`${ts.transpile(both)}; return outer(1)(2) + inner(3);`)()).toBe(6);
});
