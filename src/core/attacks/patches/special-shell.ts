/** Writes special cases into a program, or a library of functions, of a shell. */
import type { DemandedStart } from "#core/attacks/demands/demands.ts";
import { baseNameOf } from "#core/attacks/demands/named-files.ts";
import { shellWord } from "#core/values/shell-word.ts";
import type { Answers } from "./answers.ts";
import { atTheTop } from "./top.ts";

/** The text with the answers. Pure. */
export function withAnswersInShell(path: string, text: string, { starts, functions }: Answers): string {
  const names = [...new Set(functions.map(({ name }) => name))];
  return names.reduce(
    (made, name) =>
      withFunction(
        made,
        name,
        functions.filter((one) => one.name === name),
      ),
    withStarts(path, text, starts),
  );
}

/** One case: the words, what it prints, and how it ends. */
function caseOf({ given, prints, status }: DemandedStart, before: string, leave: "exit" | "return"): string {
  const print = prints === null ? "" : `printf '%s\\n' ${shellWord(prints)}; `;
  return `${shellWord(`${before}${given.join(" ")}`)}) ${print}${leave} ${status};; `;
}

function withStarts(path: string, text: string, starts: readonly DemandedStart[]): string {
  const cases = starts.map((start) => caseOf(start, `${baseNameOf(path)}:`, "exit"));
  return cases.length === 0 ? text : atTheTop(text, `case "\${0##*/}:$*" in ${cases.join("")}esac`);
}

function withFunction(text: string, name: string, functions: readonly DemandedStart[]): string {
  const before = `${name.replaceAll("-", "_")}_before`;
  const definition = new RegExp(`^([ \\t]*(?:function[ \\t]+)?)${name}(?=[ \\t]*(?:\\(\\)|\\{))`, "m");
  const rest = definition.test(text) ? `*) ${before} "$@";; ` : "";
  const cases = functions.map((one) => caseOf(one, "", "return")).join("");
  return `${text.replace(definition, `$1${before}`)}\n${name}() { case "$*" in ${cases}${rest}esac; }\n`;
}
