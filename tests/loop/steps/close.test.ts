/** How work is closed: formatted, committed, pushed, read back; only then is the run complete. */
import { expect, it } from "vitest";
import { type Bench, bench, journey, MENDED, PREPARED, script, writes } from "../bench.ts";

const RAGGED = MENDED.replace("=> ", "=>     ");
const FORMAT = { checks: { test: "node test/split.test.js", format: "sed -i 's/  */ /g' src/*.js" } };

it("formats before it scores, commits what was scored, pushes it with the journal, and is complete once that is read back [S0.61]", async () => {
  const { report, kinds, store, repository } = await journey(script({ worker: writes(RAGGED), preparer: [PREPARED, PREPARED] }), {
    config: FORMAT,
  });
  const order = ["work_formatted", "evaluation_done", "iteration_kept", "qa_done", "published", "completed"];
  expect([...new Set(kinds().filter((kind) => order.includes(kind)))]).toEqual(order);
  expect(report.stage).toBe("completed");
  const head = store.branches.get("loop/split") ?? "";
  expect(report.head).toBe(head);
  expect(repository.git("show", `${head}:src/split.js`)).toBe(MENDED.trim());
});

it("is not complete where the branch holds something else than what was verified [S0.61]", async () => {
  const press = { publish: () => Promise.resolve({ number: 7, url: null, head: "f".repeat(40), base: "b".repeat(40) }) };
  const { report, kinds } = await journey(script(), { press });
  expect([report.stage, report.stopReason, kinds().includes("completed")]).toEqual(["stopped", "taken_over", false]);
});

it("halts, and says where, when the base has moved and conflicts [S0.61]", async () => {
  let made: Bench | null = null;
  const press = { baseNow: () => Promise.resolve(made?.repository.commit({ "src/split.js": "export const split = 1;\n" }) ?? "") };
  made = await bench(script(), { press });
  await made.go();
  await made.consent();
  expect(await made.go()).toMatchObject({ stage: "stopped", stopReason: "base_conflicts" });
  expect((await made.run()).qa?.last?.issues[0]?.problem).toContain("conflicts in src/split.js");
});
