import { expect, it } from "vitest";
import type { Run } from "#core/run/run.ts";
import { atomStatusOf } from "#core/tasks/graph.ts";
import { EVERYWHERE } from "#loop/context/station.ts";
import { drive } from "#loop/engine/drive.ts";
import { account, anAtom, aProbe } from "../../builders/atoms.ts";
import { answers, calls } from "../../fakes/scripted-model.ts";
import { advises, bench, FILES, givesUp, HYDRATION, journey, MENDED, PREPARED, planned, script, writes } from "../bench.ts";

/** A repository without tests of its own: less to run. */
const files = { ...FILES, "package.json": '{ "type": "module" }\n' };
const hydrator = (...atoms: readonly ReturnType<typeof anAtom>[]) => [answers({ ...HYDRATION, atoms })];
const standing = ({ graph }: Run) => graph.atoms.map((state) => `${state.atom.id} ${atomStatusOf(graph, state)}`);
const ofAtoms = (kinds: readonly string[]) => kinds.filter((kind) => kind.startsWith("atom_") || kind === "or_switched");

it("throws away what a failed alternative wrote, and takes the next one; only one is in the work [S2.12, S2.28, C2.02, M2.04]", async () => {
  const way = { group: "way" };
  const { report, run, kinds, repository, store, model } = await journey(
    script({
      hydrator: hydrator(anAtom("A1", way), anAtom("A2", way), anAtom("A3", { dependsOn: ["A1"] })),
      worker: [
        calls(["write_file", { path: "src/junk.js", content: "// half\n" }]),
        givesUp("the parser cannot be changed so"),
        ...writes(MENDED),
        answers({ ...account(true, "Nothing was left to do."), issues: ["README is silent"], nextSteps: ["say so"] }),
      ],
    }),
    { files },
  );
  expect(report).toMatchObject({ stage: "completed", iteration: 1 });
  expect(ofAtoms(kinds())).toEqual([
    "atom_started",
    "atom_failed",
    "atom_failed",
    "or_switched",
    "atom_started",
    "atom_resolved",
    "atom_started",
    "atom_resolved",
  ]);
  const after = await run();
  expect(standing(after)).toEqual(["A1 failed", "A2 resolved", "A3 resolved"]);
  expect(after.graph.atoms[1]?.binding).toEqual({ summary: "Done.", artifacts: ["src/split.js"] });
  expect(after.progress.leftAside).toEqual(["README is silent", "say so"]);
  const head = store.branches.get("loop/split") ?? "";
  expect(repository.git("ls-tree", "-r", "--name-only", head)).not.toContain("junk");
  expect(repository.git("show", "-s", "--format=%B", head)).toContain("Loop-Atom: A2, A3");
  const goals = model.prompts.filter(({ role }) => role === "worker").map(({ prompt }) => prompt.messages[0]);
  expect(JSON.stringify(goals.at(-1))).toContain("- A2: Done. (src/split.js)");
  // PREPARE ran beside the first atom, and once more at level B (S1.20).
  expect(model.prompts.filter(({ role }) => role === "preparer").length).toBe(2);
});

it("probes and splits what failed twice, resolves the whole with its parts, and does not call that a stall [S2.11, S2.19, C2.04, C2.05, C2.06]", async () => {
  const { report, run, kinds, model } = await journey(
    script({
      hydrator: hydrator(anAtom("A1", { doubtful: true }), anAtom("A2", { dependsOn: ["A1"] })),
      planner: [planned(), planned()],
      probe: [answers(aProbe(true)), answers({ ...aProbe(true), findings: "the filter is the cause" })],
      worker: [givesUp(), givesUp("still not"), ...writes(MENDED), answers(account(true)), answers(account(true))],
      preparer: [PREPARED, PREPARED, PREPARED],
      critique: [advises()],
      refiner: [{ text: "Nothing yet." }],
      decomposer: [
        answers({
          reason: "too much at once",
          parts: [
            { description: "drop the filter", after: [] },
            { description: "look again", after: [1] },
          ],
        }),
      ],
    }),
    { files },
  );
  expect(report).toMatchObject({ stage: "completed", iteration: 2 });
  expect(ofAtoms(kinds())).toEqual([
    ...["atom_probed", "atom_started", "atom_failed"],
    ...["atom_started", "atom_failed", "atom_probed", "atom_decomposed"],
    ...["atom_started", "atom_resolved", "atom_started", "atom_resolved", "atom_resolved", "atom_started", "atom_resolved"],
  ]);
  const { graph } = await run();
  expect(standing(await run())).toEqual(["A1 resolved", "A2 resolved", "A1.1 resolved", "A1.2 resolved"]);
  expect([graph.atoms[0]?.binding?.summary, graph.stalls]).toEqual(["completed via A1.1, A1.2", 0]);
  const told = model.prompts.filter(({ role }) => role === "decomposer").map(({ prompt }) => JSON.stringify(prompt.messages));
  expect(told[0]).toContain("the filter is the cause");
  expect(told[0]).toContain("Attempts that failed: 2. The last one: still not");
});

it("stops when every alternative has failed and none can be split, and says why [S2.12, S2.28, C2.06, 6.9 #10]", async () => {
  const { report, run } = await journey(
    script({
      hydrator: hydrator(anAtom("A1", { group: "way" }), anAtom("A2", { group: "way" })),
      worker: [givesUp(), { text: "no JSON" }, { text: "no JSON at all" }],
      probe: [answers(aProbe(true))],
      decomposer: [answers({ reason: "it is one line", parts: [] })],
    }),
    { files, config: { limits: { atomAttempts: 1 } } },
  );
  expect(report).toMatchObject({ stage: "stopped", stopReason: "or_exhausted", head: null });
  const [first, last] = (await run()).graph.atoms;
  expect([first?.why, last?.why]).toEqual(["It does not work.", "it cannot be split: it is one line"]);
});

it("begins an atom anew that was in hand when the run was interrupted [S2.24, 6.9 #11]", async () => {
  const made = await bench(
    script({
      planner: [planned(), planned()],
      preparer: [PREPARED, PREPARED, PREPARED],
      worker: [
        () => {
          made.stop.abort();
          return calls(["write_file", { path: "src/split.js", content: MENDED }]);
        },
        ...writes(MENDED),
      ],
    }),
    { files },
  );
  await made.go();
  await made.consent();
  await made.go();
  const stopped = await made.run();
  expect([stopped.stage, standing(stopped)]).toEqual(["stopped", ["A1 in_progress"]]);
  await made.journal.append([{ kind: "resumed", at: Date.now(), by: "ana" }], stopped.rev);
  const again = { ...made.kit, signal: new AbortController().signal };
  expect(await drive(made.journal, EVERYWHERE, again)).toMatchObject({ stage: "completed" });
  expect(ofAtoms(made.kinds())).toEqual(["atom_started", "atom_started", "atom_resolved"]);
});
