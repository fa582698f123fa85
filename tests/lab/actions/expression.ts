/** Expressions as GitHub evaluates them, by GitHub's own parser and evaluator. */
import { data, Evaluator, Lexer, Parser } from "@actions/expressions";
import { TokenType } from "@actions/expressions/lexer";

/** The values that an expression may name, by context: `github`, `needs`. A context that is not there is an error. */
export type Contexts = Readonly<Record<string, unknown>>;

/** What `success()`, `failure()` and `cancelled()` answer. */
export interface Standing {
  readonly success: boolean;
  readonly failure: boolean;
  readonly cancelled: boolean;
}

interface StatusFunction {
  readonly name: string;
  readonly minArgs: number;
  readonly maxArgs: number;
  readonly call: () => data.ExpressionData;
}

/** An expression inside `${{ }}`; a string in it may hold the closing braces. */
const EXPRESSION = /\$\{\{((?:'[^']*'|[^'])*?)\}\}/g;
const WHOLE = /^\$\{\{((?:'[^']*'|[^'])*?)\}\}$/;

const STATUS = new Set(["always", "success", "failure", "cancelled"]);

/** Puts the value of every `${{ }}` into the text. Throws an `Error` that names the expression that is wrong. */
export function fill(text: string, contexts: Contexts): string {
  return text.replace(EXPRESSION, (_, expression: string) => evaluate(expression, contexts, []).coerceString());
}

/**
 * Whether an `if:` lets its job or step run. Without a status function it means `success() && (…)`; empty means `success()`.
 * https://docs.github.com/en/actions/reference/workflows-and-actions/expressions#status-check-functions
 */
export function holds(condition: string | undefined, contexts: Contexts, standing: Standing): boolean {
  const text = (condition ?? "").trim();
  if (text === "") return standing.success;
  const [, inner = text] = WHOLE.exec(text) ?? [];
  if (inner.includes("${{")) throw new Error(`if: ${text}: put the whole condition into one \${{ }}, or leave the braces out`);
  const asked = namesStatus(inner) ? inner : `success() && (${inner})`;
  return isTrue(evaluate(asked, contexts, functionsOf(standing)));
}

/** A status function by name, not a string that looks like one. */
function namesStatus(expression: string): boolean {
  const { tokens } = new Lexer(expression).lex();
  return tokens.some(
    ({ type, lexeme }, index) =>
      type === TokenType.IDENTIFIER && STATUS.has(lexeme.toLowerCase()) && tokens[index + 1]?.type === TokenType.LEFT_PAREN,
  );
}

function functionsOf({ success, failure, cancelled }: Standing): readonly StatusFunction[] {
  const answers = { always: true, success, failure, cancelled };
  return Object.entries(answers).map(([name, answer]) => ({ name, minArgs: 0, maxArgs: 0, call: () => new data.BooleanData(answer) }));
}

function evaluate(expression: string, contexts: Contexts, functions: readonly StatusFunction[]): data.ExpressionData {
  try {
    const { tokens } = new Lexer(expression.trim()).lex();
    const parsed = new Parser(tokens, Object.keys(contexts), [...functions]).parse();
    return new Evaluator(parsed, dictionaryOf(contexts), new Map(functions.map((each) => [each.name, each]))).evaluate();
  } catch (cause) {
    throw new Error(`the expression ${expression.trim()}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

function dictionaryOf(contexts: Contexts): data.Dictionary {
  return new data.Dictionary(...Object.entries(contexts).map(([key, value]) => ({ key, value: dataOf(value) })));
}

function dataOf(value: unknown): data.ExpressionData {
  const revived: data.ExpressionData = JSON.parse(JSON.stringify(value ?? null), data.reviver);
  return revived;
}

function isTrue(value: data.ExpressionData): boolean {
  if (value instanceof data.Null) return false;
  if (value instanceof data.BooleanData) return value.value;
  if (value instanceof data.NumberData) return value.value !== 0 && !Number.isNaN(value.value);
  return !(value instanceof data.StringData) || value.value !== "";
}
