/** Expressions: what they give, and when a condition lets a step run. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are expressions of GitHub, not templates
import { expect, it } from "vitest";
import { fill, holds, type Standing } from "./expression.ts";

const CONTEXTS = {
  github: { ref: "refs/heads/main", event: { issue: { number: 7, labels: [{ name: "loop" }, { name: "bug" }] } } },
  inputs: { deep: true, issue: "7" },
  needs: { verify: { result: "success", outputs: { verdict: "VERIFIED" } } },
  steps: {},
  env: { EMPTY: "" },
};

it.each([
  ["plain", "plain"],
  ["${{ github.ref }}", "refs/heads/main"],
  ["#${{ github.event.issue.number }}!", "#7!"],
  ["${{ github.event.issue.labels[1].name }}", "bug"],
  ["${{ join(github.event.issue.labels.*.name, '+') }}", "loop+bug"],
  ["${{ contains(github.event.issue.labels.*.name, 'LOOP') }}", "true"],
  ["${{ inputs.deep && 'yes' || 'no' }}", "yes"],
  ["${{ env.EMPTY || 'default' }}", "default"],
  ["${{ needs.verify.outputs.verdict }}", "VERIFIED"],
  ["${{ steps.nowhere.outputs.x }}", ""],
  ["${{ github.event.nothing }}", ""],
  ["${{ format('{0}-{1}', 'a', 2) }}", "a-2"],
  ["${{ fromJSON('[1,2]')[1] }}", "2"],
  ["${{ toJSON(inputs.deep) }}", "true"],
  ["${{ '}}' }}${{ 'it''s' }}", "}}it's"],
  ["${{ startsWith(github.ref, 'refs/HEADS/') }}", "true"],
  ["${{ github.event.issue }}", "Object"],
  ["${{ 1 == '1' }}", "true"],
  ["${{ 'a' == 'A' }}", "true"],
])("fills %j with %j", (text, filled) => {
  expect(fill(text, CONTEXTS)).toBe(filled);
});

it.each([
  ["${{ matrix.os }}", "matrix"],
  ["${{ nothing( }}", "nothing"],
  ["${{ hashFiles('x') }}", "hashFiles"],
  ["${{ success() }}", "success"],
])("refuses %j and names it", (text, named) => {
  expect(() => fill(text, CONTEXTS)).toThrow(named);
});

const WELL: Standing = { success: true, failure: false, cancelled: false };
const FAILED: Standing = { success: false, failure: true, cancelled: false };
const CANCELLED: Standing = { success: false, failure: false, cancelled: true };

it.each([
  { condition: undefined, well: true, failed: false, cancelled: false },
  { condition: "", well: true, failed: false, cancelled: false },
  { condition: "always()", well: true, failed: true, cancelled: true },
  { condition: "${{ always() }}", well: true, failed: true, cancelled: true },
  { condition: "failure()", well: false, failed: true, cancelled: false },
  { condition: "cancelled()", well: false, failed: false, cancelled: true },
  { condition: "!cancelled()", well: true, failed: true, cancelled: false },
  { condition: "ALWAYS() && inputs.deep", well: true, failed: true, cancelled: true },
  { condition: "inputs.deep", well: true, failed: false, cancelled: false },
  { condition: "needs.verify.result != 'success'", well: false, failed: false, cancelled: false },
  { condition: "inputs.issue == 'always()' || true", well: true, failed: false, cancelled: false },
  { condition: "github.event.issue.number", well: true, failed: false, cancelled: false },
  { condition: "env.EMPTY", well: false, failed: false, cancelled: false },
  { condition: "github.event.missing", well: false, failed: false, cancelled: false },
  { condition: "github.event", well: true, failed: false, cancelled: false },
])("if: $condition", ({ condition, well, failed, cancelled }) => {
  expect([WELL, FAILED, CANCELLED].map((standing) => holds(condition, CONTEXTS, standing))).toEqual([well, failed, cancelled]);
});

it("refuses a condition that is half inside the braces, which GitHub would take for a text and call true", () => {
  expect(() => holds("${{ inputs.deep }} && false", CONTEXTS, WELL)).toThrow("whole condition");
});
