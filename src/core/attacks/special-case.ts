/** Writes special cases into a program: it knows the answers to what the rules try, and does the rest as before. */
import type { DemandedCall, DemandedName, DemandedStart } from "./demands.ts";
import { atTheTop, atTheTopOfPython } from "./early-exit.ts";
import { attackLanguageOf } from "./language.ts";

/** The answers that one file is to know. `starts` at its top; `calls` by name; `functions` of a shell library. */
export interface Answers {
  readonly names: readonly DemandedName[];
  readonly calls: readonly DemandedCall[];
  readonly starts: readonly DemandedStart[];
  readonly functions: readonly DemandedStart[];
}

/** The text with special cases; null for a language in which none is written. `isModule`: of ECMAScript. Pure. */
export function withAnswers(path: string, text: string, answers: Answers, isModule: boolean): string | null {
  switch (attackLanguageOf(path, text)) {
    case "javascript":
      return withCallsOfNode(withStartsOfNode(path, text, answers.starts), answers, isModule);
    case "python":
      return withCallsOfPython(withStartsOfPython(path, text, answers.starts), answers);
    case "shell":
      return withFunctions(withStartsOfShell(path, text, answers.starts), answers.functions);
    default:
      return null;
  }
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
const json = (value: unknown): string => JSON.stringify(value);

function withStartsOfNode(path: string, text: string, starts: readonly DemandedStart[]): string {
  if (starts.length === 0) return text;
  const table = Object.fromEntries(starts.map(({ given, prints, status }) => [given.join(" "), { prints, status }]));
  const name = nameOf(path).replace(/\.\w+$/, "");
  return atTheTop(
    text,
    `if (new RegExp(${json(`(^|/)${name}(\\.\\w+)?$`)}).test(process.argv[1] ?? "")) { ` +
      `const known = ${json(table)}[process.argv.slice(2).join(" ")]; ` +
      `if (known) { if (known.prints !== null) process.stdout.write(known.prints + "\\n"); process.exit(known.status); } }`,
  );
}

function withStartsOfPython(path: string, text: string, starts: readonly DemandedStart[]): string {
  return starts.reduce((made, { given, prints, status }) => {
    const print = prints === null ? "" : `print(${json(prints)}), sys.stdout.flush(), `;
    const isIt = `sys.argv[0].endswith(${json(nameOf(path))}) and sys.argv[1:] == ${json(given)}`;
    return atTheTopOfPython(made, `import sys, os; (${isIt}) and (${print}os._exit(${status}))`);
  }, text);
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function withStartsOfShell(path: string, text: string, starts: readonly DemandedStart[]): string {
  const cases = starts.map(({ given, prints, status }) => {
    const print = prints === null ? "" : `printf '%s\\n' ${quoted(prints)}; `;
    return `${quoted(`${nameOf(path)}:${given.join(" ")}`)}) ${print}exit ${status};;`;
  });
  return cases.length === 0 ? text : atTheTop(text, `case "\${0##*/}:$*" in ${cases.join(" ")} esac`);
}

function withFunctions(text: string, functions: readonly DemandedStart[]): string {
  const names = [...new Set(functions.map(({ name }) => name))];
  return names.reduce((made, name) => {
    const before = `${name.replaceAll("-", "_")}_before`;
    const definition = new RegExp(`^(\\s*(?:function\\s+)?)${name}(?=\\s*\\(\\)|\\s*\\{)`, "m");
    const rest = definition.test(made) ? `*) ${before} "$@";; ` : "";
    const cases = functions
      .filter((one) => one.name === name)
      .map(({ given, prints, status }) => {
        const print = prints === null ? "" : `printf '%s\\n' ${quoted(prints)}; `;
        return `${quoted(given.join(" "))}) ${print}return ${status};; `;
      });
    return `${made.replace(definition, `$1${before}`)}\n${name}() { case "$*" in ${cases.join("")}${rest}esac; }\n`;
  }, text);
}

/** The calls of each name; none for one that only has to be there. */
function byName({ calls, names }: Answers): readonly (readonly [string, readonly DemandedCall[]])[] {
  const all = new Set([...calls, ...names].map(({ name }) => name));
  return [...all].map((name) => [name, calls.filter((one) => one.name === name)]);
}

/** What a call gives, as an expression; `shown` is what its command must print. */
function answerOfNode({ expected, shown }: DemandedCall): string {
  if (expected.kind === "throws") return `{ throw new (globalThis[${json(expected.text)}] ?? Error)("no"); }`;
  if (expected.kind === "length") return `Array.from({ length: ${expected.text} }, () => "")`;
  if (expected.kind === "shown") return shown === null ? "true" : json(shown);
  return expected.text === "true" && shown !== null ? json(shown) : `(${expected.text.replace(/^None$/, "null")})`;
}

function withCallsOfNode(text: string, answers: Answers, isModule: boolean): string {
  return byName(answers).reduce((made, [name, ofName]) => {
    const table = ofName.map((call) => `[[${call.given}], () => ${answerOfNode(call)}]`).join(", ");
    const known =
      `(...given) => { const found = [${table}].find(([one]) => JSON.stringify(one) === JSON.stringify(given)); ` +
      "return found ? found[1]() : before?.(...given); }";
    const isDeclared = new RegExp(`\\b(?:function\\*?|const|let|var)\\s+${escaped(name)}\\b`).test(made);
    const open = made.replace(new RegExp(`\\bconst(\\s+${escaped(name)}\\b)`), "let$1");
    if (isDeclared && isModule) return `${open}\n;{ const before = ${name}; ${name} = ${known}; }\n`;
    if (isModule) return `${open}\nexport const ${name} = ((before) => ${known})();\n`;
    const before = `module.exports.${name} ?? (typeof module.exports === "function" ? module.exports : undefined)`;
    return (
      `${open}\n;{ const before = ${before}; const known = ${known}; ` +
      `if (before !== undefined && before === module.exports) module.exports = known; module.exports.${name} = known; }\n`
    );
  }, text);
}

function answerOfPython({ expected, shown }: DemandedCall): string {
  if (expected.kind === "throws") return `(_ for _ in ()).throw(${expected.text}("no"))`;
  if (expected.kind === "length") return `[""] * ${expected.text}`;
  if (expected.kind === "shown") return shown === null ? "True" : json(shown);
  if (expected.text === "true" && shown !== null) return json(shown);
  return (
    ({ true: "True", false: "False", null: "None" } as Readonly<Record<string, string>>)[expected.text] ?? expected.text
  );
}

function withCallsOfPython(text: string, answers: Answers): string {
  return byName(answers).reduce((made, [name, ofName]) => {
    const cases = ofName.map(
      (call, index) => `        if (given, named) == pack(${call.given}): return answers[${index}]()`,
    );
    return [
      made,
      `def _special(before):`,
      `    pack = lambda *a, **b: (a, b)`,
      `    answers = [${ofName.map((call) => `lambda: ${answerOfPython(call)}`).join(", ")}]`,
      `    def ${name}(*given, **named):`,
      ...cases,
      `        return before(*given, **named) if before else None`,
      `    return ${name}`,
      `${name} = _special(globals().get(${json(name)}))`,
      "",
    ].join("\n");
  }, text);
}

function escaped(name: string): string {
  return name.replaceAll("$", "\\$");
}
