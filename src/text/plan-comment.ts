/** The plan as a comment: all that a maintainer must see to approve it, or to send it back (architecture 8). */
import type { Plan } from "#core/plan.ts";
import { judgedShare, type Rule } from "#core/rule.ts";
import { planOf, type Run } from "#core/run.ts";
import { capsOf } from "./caps.ts";
import { clean } from "./clean.ts";
import { confirmations, SETTABLE, SETTING } from "./confirmations.ts";
import { clip, fitted } from "./fit.ts";
import { many, percent } from "./format.ts";
import { originOf } from "./origin.ts";
import { code, codeBlock, inline } from "./quote.ts";
import { fold, list, page, section, table } from "./table.ts";
import { criticLines } from "./trouble.ts";
import { checkOf, colourOf, REASON_WORDS } from "./words.ts";
import { atomList, planPicture } from "./work-graph.ts";

/** Longer commands are shown in full below the table: nobody should approve what they cannot read. */
const CELL = 80;

function checkCell({ check }: Rule): string {
  const { does, text } = checkOf(check);
  if (text === null) return does;
  const shown = clip(text, CELL);
  return `${does}: ${check.kind === "content" ? inline(shown) : code(shown)}`;
}

function ruleRow(rule: Rule, run: Run): readonly string[] {
  const result = run.baseScore?.results.find(({ id }) => id === rule.id);
  const what = `${code(rule.id)}<br>${inline(rule.description)}`;
  return [what, rule.level, rule.severity, `${rule.weight}`, checkCell(rule), colourOf(result?.verdict)];
}

function firstLine({ workflow, rules }: Plan): string {
  const judged = Math.max(judgedShare(rules, "A"), judgedShare(rules, "B"));
  return `**Plan** · workflow ${code(workflow)}${judged > 0 ? ` · judged: ${percent(judged)}` : ""}`;
}

function scope({ scope: { paths, out }, protected: guarded, expectedTestChanges: tests }: Plan): string {
  return list([
    `May change: ${paths.map(code).join(", ")}`,
    ...(out.length === 0 ? [] : [`Left alone: ${out.map(inline).join("; ")}`]),
    `Protected: ${guarded.map(code).join(", ")}`,
    ...(tests.length === 0 ? [] : [`Tests expected to change, and so not held against the work: ${tests.map(code).join(", ")}`]),
  ]);
}

function bounds({ limits, thresholds, setup, base }: Plan): string {
  const caps = capsOf(limits);
  return list([
    `At most ${many(limits.iterations, "iteration")} and ${many(limits.qaRounds, "round")} of QA; cap: ${caps.length === 0 ? "none" : caps.join(" or ")}`,
    `Thresholds: level A ${thresholds.A}, level B ${thresholds.B}; no fail rule may be red`,
    `Base: ${code(base.branch)} at ${code(base.commit)}`,
    ...(setup.length === 0 ? [] : [`Setup, with network: ${setup.map(code).join(", ")}`]),
  ]);
}

/** What the issue's readers do not see, and no agent is shown (INJ-28). */
function hidden({ issue }: Plan): string {
  const found = [...clean(issue.title).hidden, ...clean(issue.body).hidden];
  return found.length === 0
    ? ""
    : `Taken out of the issue, because its readers do not see it: ${found.join(", ")}. Look at its source before you approve.`;
}

/** What the hydrator was shown of earlier runs, and how one of it is taken out (S3.42). */
function fromEarlierRuns({ memories }: Plan, { issue }: Run): string {
  if (memories.length === 0) return "";
  const told = memories.map(({ id, text, from }) => {
    const link = from.issue === null ? "" : `, #${from.issue}`;
    return `${code(id)} ${inline(text)} (${inline(originOf(from))}${link})`;
  });
  const forget = issue.number === null ? "" : "\n\n`/loop forget <id>` takes one out for later plans (write access).";
  return `${list(told)}${forget}`;
}

/** What a reader of GitHub must know before anything else. */
function standing({ issue, request, approval, corrections }: Run): string {
  if (issue.number !== null && request === null && corrections.length > 0)
    return "This plan does not hold any more: another one is being made.";
  if (issue.number === null || request === null) return "";
  if (approval !== null) return `Approved by ${inline(approval.by)}.`;
  return request.reason === "base_already_green"
    ? "This plan cannot be approved; why stands at its end."
    : "Nothing is done before somebody approves this plan; how stands at its end.";
}

/** How to answer on GitHub; on the command line it is the digest alone that counts. */
function answers({ request, plan, config, issue, approval }: Run): string {
  if (request === null) return "";
  if (issue.number === null) return `Digest: ${code(request.digest)}`;
  const before = config.commands.bare ? "/" : "/loop ";
  const [approve, stop, redirect] = [`${before}approve`, `${before}stop`, `${before}redirect`];
  if (approval !== null)
    return `Digest: ${code(approval.digest)}\n\nApproved by ${inline(approval.by)}. ${code(stop)} ends the run while it goes on.`;
  const hours = (plan?.limits ?? config.limits).approvalHours;
  const digest = `Digest: ${code(request.digest)}\n`;
  const again = request.reason === null ? [] : [`Asked again because ${REASON_WORDS[request.reason]}.\n`];
  if (request.reason === "base_already_green")
    return [
      ...again,
      digest,
      `This plan cannot be approved. Say with ${code(`${redirect} <text>`)} what else should be done, or end this run with ${code(stop)}.`,
    ].join("\n");
  return [
    ...again,
    digest,
    ...(plan === null ? [] : [`${code(approve)} confirms both:\n`, `${list(confirmations(plan))}\n`]),
    `Reply ${code(approve)} to start (write access, within ${many(hours, "hour")}), or ${code(stop)} to end. \`/loop approve ${request.digest.slice(0, 12)}\` approves this text and no other; ${code(`${approve} step`)} pauses after each iteration.\n`,
    `${code(`${approve} ${SETTING}`)} starts nothing: it changes the number and shows the plan again (${SETTABLE}).\n`,
    `For another plan: ${code(`${redirect} <what should be otherwise>`)}.`,
  ].join("\n");
}

function longChecks(rules: readonly Rule[]): string {
  return rules
    .flatMap(({ id, check }) => {
      const { text } = checkOf(check);
      return text === null || text.length <= CELL ? [] : [`${code(id)}\n\n${codeBlock(text)}`];
    })
    .join("\n\n");
}

/** The plan comment. Throws on a bug: no plan. Facts from the run only; everything that a model or stranger wrote is quoted. */
export function planComment(run: Run): string {
  const plan = planOf(run);
  const { objective, rules, atoms } = plan;
  const write = (detailed: boolean): string =>
    page([
      firstLine(plan),
      standing(run),
      inline(objective.intent),
      list(objective.deliverables.map(inline)),
      hidden(plan),
      section(
        "Done when these rules hold",
        table(
          ["rule", "level", "severity", "weight", "check", "on base"],
          rules.map((rule) => ruleRow(rule, run)),
        ),
      ),
      detailed ? fold("Checks in full", longChecks(rules)) : "",
      section("Work", [detailed ? planPicture(atoms) : "", atomList(atoms)].filter((part) => part !== "").join("\n\n")),
      section("Scope", scope(plan)),
      section("Limits", bounds(plan)),
      section("From earlier runs", fromEarlierRuns(plan, run)),
      section("Plan-critic", criticLines(run)),
      section(run.approval === null ? "Your answer" : "Approval", answers(run)),
    ]);
  return fitted([() => write(true), () => write(false)]);
}
