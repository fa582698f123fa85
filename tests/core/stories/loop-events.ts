/** The events of a run, as far as it has come on its straight way, and the command that follows from some. */
import { next } from "#core/decide/next.ts";
import type { EventDraft } from "#core/events/event.ts";
import * as j from "../../builders/journal.ts";

export const [T1, T2, C1, C2] = [j.sha("1"), j.sha("2"), j.sha("c"), j.sha("d")];
export const command = (...drafts: readonly EventDraft[]) => next(j.settledRun(...drafts));
export const FIRST = [...j.BEGUN, j.PLANNED, ...j.made(T1), j.PREPARED];
export const A_PASSED = [...FIRST, j.evaluated(T1, "A"), j.kept(C1)];
export const B_PASSED = [...A_PASSED, j.PREPARED, j.evaluated(T1, "B")];
