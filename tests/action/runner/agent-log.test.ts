/** What agents do, in the job's log: groups, and lines that give a runner no orders. */
import { expect, it, onTestFinished } from "vitest";
import type { SessionEvent } from "#agent/conversation/session-event.ts";
import { agentLog } from "../../../action/runner/agent-log.ts";

const of = (agentId: string, kind: string, data: object, depth = 0): SessionEvent =>
  ({ kind, data, agentId, depth, timestamp: 1 }) as SessionEvent; // a test's own events
const start = (agent: string, depth = 0) => of(agent, "session_start", { sessionId: "s", agent, goal: "g" }, depth);
const end = (agent: string, depth = 0) => of(agent, "session_end", { end: "done", success: true, stumbles: 1, turns: 2 }, depth);

it("folds what agents do into a group from the first that begins to the last that ends [M3.04]", () => {
  const said: string[] = [];
  const write = process.stdout.write;
  process.stdout.write = (text: string | Uint8Array): boolean => said.push(String(text).trimEnd()) > 0;
  onTestFinished(() => {
    process.stdout.write = write;
  });
  const whole: SessionEvent[] = [];
  const tell = agentLog({ info: (line) => void said.push(line) }, (event) => void whole.push(event));
  const events = [
    start("worker"),
    of("worker", "primitive_start", { tool: "exec", input: { command: "node --test" } }),
    start("preparer"),
    of("worker", "primitive_end", { tool: "exec", success: false, output: "long" }),
    of("worker", "warning", { text: "is said elsewhere" }),
    end("preparer"),
    start("worker/reader-1", 1),
    end("worker/reader-1", 1),
    end("worker"),
    start("evaluator"),
    end("evaluator"),
  ];
  events.forEach(tell);
  process.stdout.write = write;
  expect(whole).toEqual(events);
  expect(said).toEqual([
    "::group::worker",
    'worker: exec {"command":"node --test"}',
    "preparer: at work beside it",
    "worker: exec failed",
    "preparer: ended: done, 2 turns, 1 stumbles",
    "worker/reader-1: ended: done, 2 turns, 1 stumbles",
    "worker: ended: done, 2 turns, 1 stumbles",
    "::endgroup::",
    "::group::evaluator",
    "evaluator: ended: done, 2 turns, 1 stumbles",
    "::endgroup::",
  ]);
});
