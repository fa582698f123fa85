/** When two commands are one: what a worker did counts only if it is still what is to be done. */
import { expect, it } from "vitest";
import { type EngineCommand, isSameCommand } from "#core/decide/engine-command.ts";
import { evaluationCommandOf } from "#core/decide/production.ts";
import * as j from "../../builders/journal.ts";

const [T1, T2] = [j.sha("1"), j.sha("2")];

it.each<{ what: string; a: EngineCommand; b: EngineCommand; same: boolean }>([
  { what: "the same step", a: { kind: "plan" }, b: { kind: "plan" }, same: true },
  { what: "another step", a: { kind: "plan" }, b: { kind: "critique" }, same: false },
  { what: "another atom", a: { kind: "produce", atom: "A1" }, b: { kind: "produce", atom: "A2" }, same: false },
  {
    what: "another atom beside it",
    a: { kind: "produce", atom: "A1" },
    b: { kind: "produce", atom: "A1", beside: ["A2"] },
    same: false,
  },
  { what: "another effect", a: { kind: "settle", effect: "plan" }, b: { kind: "settle", effect: "status" }, same: false },
  { what: "other atoms", a: { kind: "probe", atoms: ["A1"] }, b: { kind: "probe", atoms: ["A1", "A2"] }, same: false },
  { what: "the tree that it kept", a: { kind: "keep", tree: T1 }, b: { kind: "keep", tree: T1 }, same: true },
  { what: "another tree to keep", a: { kind: "keep", tree: T1 }, b: { kind: "keep", tree: T2 }, same: false },
  {
    what: "another tree to score",
    a: { kind: "evaluate", tree: T1, level: "A" },
    b: { kind: "evaluate", tree: T2, level: "A" },
    same: false,
  },
  {
    what: "the tree at another level",
    a: { kind: "evaluate", tree: T1, level: "A" },
    b: { kind: "evaluate", tree: T1, level: "B" },
    same: false,
  },
])("takes $what for the same: $same [C4.20]", ({ a, b, same }) => {
  expect(isSameCommand(a, b)).toBe(same);
});

it("scores what was made, and the base where nothing was [S1.25]", () => {
  expect(evaluationCommandOf(j.settledRun(...j.BEGUN))).toEqual({ kind: "evaluate", tree: j.PLAN.base.tree, level: "A" });
  expect(evaluationCommandOf(j.settledRun(...j.BEGUN, j.PLANNED, ...j.made(T1)))).toEqual({ kind: "evaluate", tree: T1, level: "A" });
});
