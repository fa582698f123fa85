import { expect, it } from "vitest";
import type { EventDraft } from "#core/events/event.ts";
import { baseNowOf } from "#core/iteration/base-now.ts";
import { runJsonOf } from "#core/outcome/run-json.ts";
import * as j from "../../builders/journal.ts";

const [T1, X, Y] = [j.sha("1"), j.sha("5"), j.sha("6")];
const PASSED: readonly EventDraft[] = [
  ...[...j.BEGUN, j.PLANNED, ...j.made(T1), j.PREPARED],
  ...[j.evaluated(T1, "A"), j.kept(j.sha("c")), j.PREPARED, j.evaluated(T1, "B"), j.audited("OK")],
];
const verified = (base: string): EventDraft => ({ ...j.qa("VERIFIED"), base }) as EventDraft;
const seen = (base: string): EventDraft => ({ kind: "base_seen", base });

it.each<{ when: string; drafts: readonly EventDraft[]; now: ReturnType<typeof baseNowOf> }>([
  { when: "nobody has looked", drafts: [], now: { kind: "same" } },
  { when: "it was verified, and not shown yet", drafts: [verified(X), j.REFLECTED], now: { kind: "merged", commit: X } },
  {
    when: "it never moved",
    drafts: [verified(j.PLAN.base.commit), j.REFLECTED, seen(j.PLAN.base.commit)],
    now: { kind: "same" },
  },
  { when: "it moved before the verification", drafts: [verified(X), j.REFLECTED, seen(X)], now: { kind: "merged", commit: X } },
  { when: "it moved after it", drafts: [verified(X), j.REFLECTED, seen(Y)], now: { kind: "unseen", commit: Y } },
])("knows how the base stands when $when: $now.kind [S0.61]", ({ drafts, now }) => {
  const run = j.settledRun(...PASSED, ...drafts);
  expect(baseNowOf(run)).toEqual(now);
  expect(runJsonOf(run, String)["bases"]).toEqual(run.bases);
});
