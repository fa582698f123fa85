import { expect, it } from "vitest";
import type { SessionEvent } from "#agent/conversation/session-event.ts";
import { redactor } from "#core/analysis/secrets/redact.ts";
import { toolProblemCounter } from "#loop/engine/count-tool-problems.ts";

const of = (happening: object): SessionEvent => ({ ...happening, timestamp: 1, agentId: "worker", depth: 0 }) as SessionEvent; // a test's own events

it("keeps what agents stumbled over, cut and without secrets, and tells everything on [M3.07, M3.04, S3.28]", () => {
  const told: SessionEvent[] = [];
  const { tell, toolProblems: heard } = toolProblemCounter({ tell: (event) => void told.push(event), redact: redactor(["canary-1"]) });
  expect(heard()).toEqual({});
  const details = { kind: "tool", name: "exec", success: false, timedOut: false, stumbles: 0, turns: 0, repeated: false };
  const signal = { kind: "error", goal: "use canary-1", agentName: "worker", sessionId: "s", timestamp: 1 };
  const events = [
    of({ kind: "verify", data: { name: "read_file", stumbled: false, kinds: [] } }),
    of({ kind: "verify", data: { name: "exec", stumbled: true, kinds: ["error"] } }),
    of({ kind: "learn_signal", data: { ...signal, details: { ...details, output: `canary-1 ${"x".repeat(500)}` } } }),
  ];
  events.forEach(tell);
  expect(told).toEqual(events);
  const { stumbles } = heard();
  expect(stumbles).toMatchObject({
    acts: 2,
    counts: [{ agentName: "worker", kind: "error", count: 1 }],
    signals: [{ goal: "use [hidden]" }],
  });
  expect(stumbles?.signals[0]?.details.output).toHaveLength(300);
  expect(JSON.stringify(stumbles)).not.toContain("canary");
});
