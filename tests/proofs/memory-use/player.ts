/** The model of the bench: it knows a maintainer's wish where its prompt says so, and never else. */
import type { Question } from "../../lab/model/play.ts";
import type { Turn } from "../../lab/model/script.ts";
import { competentTurn, does, said, WRITE } from "../noise/player.ts";
import { PLAN } from "../noise/task.ts";
import type { Wish } from "./stories.ts";

const WISHED = "a.scope.wish";
const SUITE = "a.correctness.suite";

/** What the person says where the plan lacks it, and what it asks for. */
export interface Knowledge {
  readonly text: string;
  readonly wish: Wish;
}

/** `known`: everything that anybody may have said. */
export function readingTurn(question: Question, known: readonly Knowledge[]): Turn {
  const wishes = known.filter(({ text }) => question.first.includes(text)).map(({ wish }) => wish);
  if (question.role === "hydrator") return said(planWith(wishes, !question.first.includes("Red before any work")));
  const next = question.called.includes(WRITE.tool) ? unwritten(question, known) : null;
  return next === null ? competentTurn(question) : does(WRITE.tool, next);
}

/** Who knows of no red test asks for the whole suite. */
function planWith(wishes: readonly Wish[], suite: boolean): unknown {
  const rule = (id: string, description: string, text: string) => ({
    ...{ id, description, severity: "fail" },
    check: { kind: "command", text, prints: "" },
  });
  return {
    ...PLAN,
    scope: { ...PLAN.scope, paths: [...PLAN.scope.paths, ...wishes.flatMap(({ files }) => Object.keys(files))] },
    rules: [
      ...PLAN.rules,
      ...wishes.map(({ check }, index) => rule(`${WISHED}${index + 1}`, "What a maintainer asked for is there", check)),
      ...(suite ? [rule(SUITE, "All tests pass", "node --test")] : []),
    ],
  };
}

/** The next file that the worker's plan asks for beside the source; null where none is left. */
function unwritten({ role, first, called }: Question, known: readonly Knowledge[]): { path: string; content: string } | null {
  if (role !== "worker" && role !== "refiner") return null;
  const files = known.flatMap(({ wish }) => (first.includes(wish.check) ? Object.entries(wish.files) : []));
  const [path, content] =
    new Map(files).size > 0 ? ([...new Map(files)][called.filter((tool) => tool === WRITE.tool).length - 1] ?? []) : [];
  return path === undefined || content === undefined ? null : { path, content };
}
