/** Writes special cases into a program in Python. */
import type { DemandedCall, DemandedStart } from "#core/attacks/demands/demands.ts";
import { baseNameOf } from "#core/attacks/demands/named-files.ts";
import { type Answers, callsByName } from "./answers.ts";
import { atTheTopOfPython } from "./top.ts";

const json = (value: unknown): string => JSON.stringify(value);

/** The text with the answers. Pure. */
export function withAnswersInPython(path: string, text: string, answers: Answers): string {
  return withCalls(withStarts(path, text, answers.starts), answers);
}

function withStarts(path: string, text: string, starts: readonly DemandedStart[]): string {
  return starts.reduce((made, { given, prints, status }) => {
    const print = prints === null ? "" : `print(${json(prints)}), sys.stdout.flush(), `;
    const isIt = `sys.argv[0].endswith(${json(baseNameOf(path))}) and sys.argv[1:] == ${json(given)}`;
    return atTheTopOfPython(made, `import sys, os; (${isIt}) and (${print}os._exit(${status}))`);
  }, text);
}

const LITERALS: Readonly<Record<string, string>> = { true: "True", false: "False", null: "None" };

function answerOf({ expected, shown }: DemandedCall): string {
  if (expected.kind === "throws") return `(_ for _ in ()).throw(${expected.text}("no"))`;
  if (expected.kind === "length") return `[""] * ${expected.text}`;
  if (expected.kind === "shown") return shown === null ? "True" : json(shown);
  if (expected.text === "true" && shown !== null) return json(shown);
  return LITERALS[expected.text] ?? expected.text;
}

function withCalls(text: string, answers: Answers): string {
  return callsByName(answers).reduce((made, [name, calls]) => {
    const cases = calls.map(
      (call, index) => `        if (given, named) == pack(${call.given}): return answers[${index}]()`,
    );
    return [
      made,
      `def _special(before):`,
      `    pack = lambda *a, **b: (a, b)`,
      `    answers = [${calls.map((call) => `lambda: ${answerOf(call)}`).join(", ")}]`,
      `    def ${name}(*given, **named):`,
      ...cases,
      `        return before(*given, **named) if before else None`,
      `    return ${name}`,
      `${name} = _special(globals().get(${json(name)}))`,
      "",
    ].join("\n");
  }, text);
}
