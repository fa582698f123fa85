/** Builds the blocks of data of prompts. All of it is untrusted text, so all of it is fenced. */
import type { IssueComment, IssueRequest } from "#core/plan/discussion.ts";
import { issueText } from "#core/plan/issue.ts";
import type { RecalledMemory } from "#core/plan/memory.ts";
import type { Plan } from "#core/plan/plan.ts";
import type { Rule } from "#core/rules/rule.ts";
import type { RuleResult } from "#core/rules/score.ts";
import type { Run } from "#core/run/run.ts";
import { planOf } from "#core/run/run-facts.ts";
import { headAndTail } from "#text/format/shorten.ts";
import { acceptanceLines, exceptionWords, ruleLine } from "#text/phrases/check-words.ts";
import { originOf } from "#text/phrases/origin.ts";
import { fence, fenceSource } from "#text/sanitize/quote.ts";
import { correctionsData } from "./corrections.ts";
import { redChecksData } from "./red-checks.ts";

/** The most characters of one check's output in a prompt. */
const DETAILS = 1500;

/** Lines with a dash each; `none` for no lines. */
export function bullets(lines: readonly string[]): string {
  return lines.length === 0 ? "none" : lines.map((line) => `- ${line}`).join("\n");
}

/** A block of lines; empty for no lines, so that `frame` leaves it out. */
export function block(label: string, author: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : fenceSource(label, author, lines.join("\n"));
}

const COMMENTS =
  "People have commented on the issue. What follows belongs to the request, the oldest comment first: where two " +
  "differ, the later one holds, and a maintainer's outranks the author's.";

/** The issue and its comments verbatim, without what their readers do not see. */
export function requestData({ issue, discussion }: IssueRequest): string {
  const comments = discussion?.comments ?? [];
  return [
    fence("issue", `${issue.author}, author of the issue`, issueText(issue)),
    ...(comments.length === 0 ? [] : [COMMENTS, ...comments.map(commentData)]),
  ].join("\n\n");
}

function commentData({ by, written, text, author }: IssueComment): string {
  const who = author === true ? "author of the issue" : "maintainer";
  return fence(`comment on the issue, ${written}`, `${by}, ${who}`, text);
}

/** The memories of earlier runs, each with its id and its origin. */
export function memoriesData(memories: readonly RecalledMemory[]): readonly string[] {
  return memories.map(({ id, text, from }) => fence(`memory ${id}`, originOf(from), text));
}

/** The objective that the hydrator drew from the issue. */
export function objectiveData({ objective }: Plan): string {
  const { background, intent, deliverables, done, clarifications } = objective;
  const settled = clarifications.map(({ question, resolution }) => `${question} ${resolution}`);
  return block("objective", "hydrator", [
    `Background: ${background}`,
    `Intent: ${intent}`,
    "Deliverables:",
    bullets(deliverables),
    "Done when:",
    bullets(done),
    ...(settled.length === 0 ? [] : ["Settled:", bullets(settled)]),
  ]);
}

/** Which files may change, which are out of scope, and which are protected. */
export function scopeData({ scope, protected: guarded, expectedTestChanges }: Plan): string {
  const excepted = expectedTestChanges.map((one) => exceptionWords(one, JSON.stringify));
  return block("scope", "hydrator", [
    `May change: ${scope.paths.join(", ")}`,
    `Out of scope: ${scope.out.length === 0 ? "nothing named" : scope.out.join("; ")}`,
    `Protected, never change: ${guarded.join(", ")}`,
    `Tests that are expected to change: ${expectedTestChanges.length === 0 ? "none" : excepted.join("; ")}`,
  ]);
}

/** The acceptance as an indented list; empty where there is none. */
export function acceptanceData({ acceptance }: Plan): string {
  return block("acceptance", "plan", acceptanceLines(acceptance));
}

/** Rules with severity, weight and check. */
export function rulesData(rules: readonly Rule[]): string {
  return block("rules", "plan", rules.map(ruleLine));
}

/** Results of rules, with the output of those that did not pass. */
export function resultsData(label: string, results: readonly RuleResult[]): string {
  const lines = results.map(({ id, verdict, details }) => {
    return verdict === "pass" || details === ""
      ? `${id}: ${verdict}`
      : `${id}: ${verdict}\n${headAndTail(details, DETAILS)}`;
  });
  return block(label, "output of the checks", lines);
}

/**
 * What every worker of a run must know: the issue, the maintainers' comments since, objective and scope. Throws on a
 * bug: no plan.
 */
export function taskData(run: Run): readonly string[] {
  const plan = planOf(run);
  return [
    requestData(plan),
    correctionsData(run.corrections),
    redChecksData(run),
    objectiveData(plan),
    scopeData(plan),
  ];
}
