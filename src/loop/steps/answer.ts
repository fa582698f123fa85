/**
 * ANSWER and INVESTIGATE: a model answers in claims, and code keeps those whose quotations it finds where they should
 * be (.github/decisions/0022).
 */
import * as z from "zod";
import { type Answer, AnswerClaim, type QuotedOutput } from "#core/events/data/answer.ts";
import type { EventDraft } from "#core/events/event.ts";
import { isPrintedIn, lineOfQuote } from "#core/rules/quotations.ts";
import type { Quote } from "#core/rules/score.ts";
import type { Run } from "#core/run/run.ts";
import { limitsOf } from "#core/run/run-facts.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import { askRole } from "#loop/work/ask-role.ts";
import { ensureSetup } from "#loop/work/ensure-setup.ts";
import { Failure } from "#ports/failure.ts";
import type { WorkingCopy } from "#ports/workspace.ts";
import { answerPrompt } from "#text/prompts/answer.ts";

/** The answerer's and the investigator's answer. */
export const GivenClaims = z.strictObject({ claims: z.array(AnswerClaim).min(1).max(12) });

/** Answers a question by reading the base: nothing is set up, nothing runs. */
export function answer(run: Run, context: StepContext): Promise<readonly EventDraft[]> {
  return answered(run, context, "ANSWER");
}

/** Investigates in the run job: the model may run commands, and the driver runs those that it quotes again. */
export async function investigate(run: Run, context: StepContext): Promise<readonly EventDraft[]> {
  await ensureSetup(run, context);
  return answered(run, context, "INVESTIGATE");
}

type Ask = "ANSWER" | "INVESTIGATE";

async function answered(run: Run, context: StepContext, step: Ask): Promise<readonly EventDraft[]> {
  const workingCopy = await context.workspace.open(run.base.tree, { git: false });
  try {
    const first = await sorted(run, context, await given(run, context, { step, workingCopy, lost: [] }));
    const last =
      first.lost.length === 0
        ? first
        : await sorted(run, context, await given(run, context, { step, workingCopy, lost: first.lost }));
    const best = last.held.length === 0 ? first : last;
    if (best.held.length === 0)
      throw new Failure("answer", "no claim of the answer quotes what is there", { retryable: true });
    const result: Answer = { claims: best.held, dropped: best.lost.map(({ claim }) => claim) };
    return [{ kind: "answered", claims: [...result.claims], dropped: [...result.dropped] }];
  } finally {
    await workingCopy.close();
  }
}

interface Asking {
  readonly step: Ask;
  readonly workingCopy: WorkingCopy;
  readonly lost: readonly AnswerClaim[];
}

async function given(
  run: Run,
  context: StepContext,
  { step, workingCopy, lost }: Asking,
): Promise<readonly AnswerClaim[]> {
  const role = step === "ANSWER" ? "answerer" : "investigator";
  const { claims } = await askRole(run, context, {
    role,
    question: answerPrompt(run, step, lost),
    schema: GivenClaims,
    toolAccess: workingCopy.toolAccess,
  });
  // A model that only reads has seen no output.
  return step === "ANSWER" ? claims.map((claim) => ({ ...claim, outputs: [] })) : claims;
}

interface Sorted {
  readonly held: readonly AnswerClaim[];
  readonly lost: readonly AnswerClaim[];
}

/**
 * Sorts the claims into those that hold and those that do not: every quotation of a claim must be found. One that holds
 * names the lines at which its quotations stand.
 */
async function sorted(run: Run, context: StepContext, claims: readonly AnswerClaim[]): Promise<Sorted> {
  const held: AnswerClaim[] = [];
  const lost: AnswerClaim[] = [];
  for (const claim of claims) {
    const found = await foundIn(run, context, claim);
    if (found === null) lost.push(claim);
    else held.push(found);
  }
  return { held, lost };
}

async function foundIn(run: Run, context: StepContext, claim: AnswerClaim): Promise<AnswerClaim | null> {
  const quotes: Quote[] = [];
  for (const quote of claim.quotes) {
    const line = lineOfQuote(quote, await context.workspace.textAt(run.base.tree, quote.path));
    if (line === null) return null;
    quotes.push({ ...quote, line });
  }
  for (const output of claim.outputs) if (!(await isPrinted(run, context, output))) return null;
  return quotes.length + claim.outputs.length > 0 ? { ...claim, quotes } : null;
}

/** Runs the command again on a fresh copy, in a sandbox of its own: the model may say that it saw another output. */
async function isPrinted(
  run: Run,
  { workspace, signal }: StepContext,
  { run: command, text }: QuotedOutput,
): Promise<boolean> {
  const workingCopy = await workspace.open(run.base.tree, { git: false });
  try {
    const { stdout, stderr } = await workingCopy.toolAccess.exec(command, { timeout: limitsOf(run).checkMs, signal });
    return isPrintedIn(text, stdout) || isPrintedIn(text, stderr);
  } finally {
    await workingCopy.close();
  }
}
