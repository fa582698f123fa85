import { expect, it } from "vitest";
import type { AuditResult } from "#core/events/data/review-results.ts";
import { AuditAnswer, type AuditMode, auditStopsWork, normaliseAudit } from "#core/iteration/audit-verdict.ts";
import { PRINCIPLES, principleIn } from "#core/iteration/principles.ts";

const said = (answer: Partial<AuditResult>): AuditResult => ({
  verdict: "OK",
  drift: "none",
  issue: "",
  principle: "",
  correction: "",
  ...answer,
});

it.each<{ what: string; answer: Partial<AuditResult>; mode: AuditMode; verdict: AuditResult["verdict"] }>([
  { what: "OK and nothing else", answer: {}, mode: "block", verdict: "OK" },
  { what: "OK with words", answer: { issue: "The worker reads a lot." }, mode: "block", verdict: "OK" },
  { what: "a warning where none is lawful", answer: { verdict: "WARN", issue: "edits CI" }, mode: "block", verdict: "BLOCK" },
  { what: "a block where warnings are wanted", answer: { verdict: "BLOCK", issue: "edits CI" }, mode: "warn", verdict: "WARN" },
  { what: "no assessment", answer: { verdict: "CANNOT_ASSESS", issue: "empty_file" }, mode: "warn", verdict: "CANNOT_ASSESS" },
])("takes $what for $verdict in $mode mode [S0.38, S0.41, S0.42, S0.46, C0.02]", ({ answer, mode, verdict }) => {
  expect(normaliseAudit(said(answer), mode).verdict).toBe(verdict);
});

it.each(["", "None", "none.", "N/A", "n/a.", "-", "null", "Not applicable.", "No violation found.", "No issues were detected"])(
  "takes %j beside OK for nothing said",
  (issue) => {
    expect(normaliseAudit(said({ issue, correction: issue }), "block")).toEqual(said({}));
  },
);

it("keeps what is said beside OK as a note, and it is OK", () => {
  const issue = "No violation of scope, though the README is left out.";
  expect(normaliseAudit(said({ issue, correction: "Name it." }), "block")).toEqual(said({ issue }));
});

it.each<{ what: string; answer: Partial<AuditResult>; fits: boolean }>([
  { what: "OK with words alone", answer: { issue: "edits CI" }, fits: true },
  { what: "OK with a principle that there is not", answer: { principle: "P#1" }, fits: true },
  { what: "OK with a kind of drift", answer: { drift: "expansion" }, fits: false },
  { what: "OK with a principle", answer: { principle: "P#5" }, fits: false },
  { what: "a block with both", answer: { verdict: "BLOCK", drift: "expansion", principle: "P5" }, fits: true },
])("takes $what for an answer: $fits [S0.38, S0.42]", ({ answer, fits }) => {
  expect(AuditAnswer.safeParse(said(answer)).success).toBe(fits);
});

it("keeps fifteen words and the principle's id [S0.41]", () => {
  const words = Array.from({ length: 20 }, (_, index) => `w${index}`).join(" ");
  const word = normaliseAudit(
    said({ verdict: "BLOCK", drift: "authority", issue: words, principle: "P#31: rules own success", correction: "undo  it" }),
    "block",
  );
  expect(word.issue.split(" ")).toHaveLength(15);
  expect(word).toMatchObject({ drift: "authority", principle: "P31", correction: "undo it" });
});

it.each([
  { text: "P#31", id: "P31" },
  { text: "p99 delegated authority", id: "P99" },
  { text: "P77", id: "" },
  { text: "the scope", id: "" },
])("reads the principle in $text [S0.41]", ({ text, id }) => {
  expect(principleIn(text)).toBe(id);
});

it("names each principle once [S0.37]", () => {
  expect(new Set(PRINCIPLES.map(({ id }) => id)).size).toBe(PRINCIPLES.length);
});

it.each<{ verdict: AuditResult["verdict"]; block: boolean }>([
  { verdict: "OK", block: false },
  { verdict: "WARN", block: false },
  { verdict: "BLOCK", block: true },
  { verdict: "CANNOT_ASSESS", block: false },
])("stops the work for $verdict in block mode: $block, and never in warn mode [S0.43, S0.45]", ({ verdict, block }) => {
  expect(auditStopsWork(said({ verdict }), "block")).toBe(block);
  expect(auditStopsWork(said({ verdict }), "warn")).toBe(false);
  expect(auditStopsWork(null, "block")).toBe(false);
});
