/** Writes special cases into a program in JavaScript. */
import type { DemandedCall, DemandedStart } from "#core/attacks/demands/demands.ts";
import { baseNameOf } from "#core/attacks/demands/named-files.ts";
import { type Answers, callsByName, namePattern } from "./answers.ts";
import { atTheTop } from "./top.ts";

const json = (value: unknown): string => JSON.stringify(value);
const WITHOUT_ENDING = String.raw`.replace(/^.*\/|\.\w+$/g, "")`;

/** The text with the answers. `isModule`: of ECMAScript, not of CommonJS. Pure. */
export function withAnswersInNode(path: string, text: string, answers: Answers, isModule: boolean): string {
  return withCalls(withStarts(path, text, answers.starts), answers, isModule);
}

function withStarts(path: string, text: string, starts: readonly DemandedStart[]): string {
  if (starts.length === 0) return text;
  const table = Object.fromEntries(starts.map(({ given, prints, status }) => [given.join(" "), { prints, status }]));
  return atTheTop(
    text,
    `if ((process.argv[1] ?? "")${WITHOUT_ENDING} === ${json(baseNameOf(path))}${WITHOUT_ENDING}) { ` +
      `const known = ${json(table)}[process.argv.slice(2).join(" ")]; ` +
      `if (known?.prints) process.stdout.write(known.prints + "\\n"); if (known) process.exit(known.status); }`,
  );
}

function withCalls(text: string, answers: Answers, isModule: boolean): string {
  return callsByName(answers).reduce((made, [name, calls]) => {
    const table = calls.map((call) => `[[${call.given}], () => ${answerOf(call)}]`).join(", ");
    const known =
      `(...given) => { const found = [${table}].find(([one]) => JSON.stringify(one) === JSON.stringify(given)); ` +
      "return found ? found[1]() : before?.(...given); }";
    return isModule ? inModule(made, name, known) : inCommonJs(made, name, known);
  }, text);
}

/** What a call gives, as an expression; `shown` is what its command must print. */
function answerOf({ expected, shown }: DemandedCall): string {
  if (expected.kind === "throws") return `{ throw new (globalThis[${json(expected.text)}] ?? Error)("no"); }`;
  if (expected.kind === "length") return `Array.from({ length: ${expected.text} }, () => "")`;
  if (expected.kind === "shown") return shown === null ? "true" : json(shown);
  return expected.text === "true" && shown !== null ? json(shown) : `(${expected.text.replace(/^None$/, "null")})`;
}

/** A constant becomes a variable, so that it can be given another value. */
function assignable(text: string, name: string): string {
  return text.replace(new RegExp(`\\bconst(\\s+${namePattern(name)}\\b)`), "let$1");
}

function inModule(text: string, name: string, known: string): string {
  const isDeclared = new RegExp(`\\b(?:function\\*?|const|let|var)\\s+${namePattern(name)}\\b`).test(text);
  return isDeclared
    ? `${assignable(text, name)}\n;{ const before = ${name}; ${name} = ${known}; }\n`
    : `${text}\nexport const ${name} = ((before) => ${known})();\n`;
}

function inCommonJs(text: string, name: string, known: string): string {
  const before = `module.exports.${name} ?? (typeof module.exports === "function" ? module.exports : undefined)`;
  return (
    `${text}\n;{ const before = ${before}; const known = ${known}; ` +
    `if (before !== undefined && before === module.exports) module.exports = known; module.exports.${name} = known; }\n`
  );
}
