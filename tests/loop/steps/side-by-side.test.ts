/** Atoms side by side over a real repository: each on a copy of its own, merged in order; what conflicts is done again after. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { Failure, Interrupted } from "#ports/failure.ts";
import type { ModelReply } from "#ports/model.ts";
import { account, anAtom } from "../../builders/atoms.ts";
import type { Turn } from "../../fakes/scripted-model.ts";
import { answers, calls } from "../../fakes/scripted-model.ts";
import { FILES, HYDRATION, journey, MENDED, OK_AUDIT, PREPARED, planned, script } from "../bench.ts";

const files = { ...FILES, "package.json": '{ "type": "module" }\n' };
const hydrator = [answers({ ...HYDRATION, atoms: [anAtom("A1"), anAtom("A2")] })];

/** The worker's turns, by the atom that its first message asks for; each conversation has its own. */
function workers(turns: Readonly<Record<string, readonly Turn[]>>): readonly Turn[] {
  const queues = new Map(Object.entries(turns).map(([atom, own]) => [atom, [...own]]));
  const turn: Turn = (prompt, signal) => {
    const asked = JSON.stringify(prompt.messages[0]);
    const own = [...queues].find(([atom]) => asked.includes(`${atom}: do ${atom}`))?.[1].shift();
    if (own === undefined) throw new Error(`no turn is left for: ${asked.slice(-300)}`);
    return typeof own === "function" ? own(prompt, signal) : own;
  };
  return Object.values(turns).flatMap((own) => own.map(() => turn));
}

/** Milliseconds after which whoever waits gives up. */
const PATIENCE = 20_000;

/** Nobody goes on before `of` have come. Those that come one after the other never meet. */
function meeting(of: number): () => Promise<void> {
  let come = 0;
  let open = (): void => {};
  const all = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    come += 1;
    if (come === of) open();
    const nobody = sleep(PATIENCE, undefined, { ref: false }).then(() => Promise.reject(new Error("nobody else has come")));
    return Promise.race([all, nobody]);
  };
}

/** Replies once all have come. */
const after =
  (met: () => Promise<void>, reply: Partial<ModelReply>): Turn =>
  async () => {
    await met();
    return reply;
  };
const write = (path: string, content: string) => calls(["write_file", { path, content }]);
const ofAtoms = (kinds: readonly string[]) => kinds.filter((kind) => kind.startsWith("atom_") || kind === "artifact_created");

it("prepares checks while the work is done: neither is waited for before the other begins [S1.20]", async () => {
  const met = meeting(2);
  const worker = [after(met, write("src/split.js", MENDED)), answers(account(true))];
  const { report } = await journey(script({ worker, preparer: [after(met, PREPARED), PREPARED] }));
  expect(report).toMatchObject({ stage: "completed", iteration: 1 });
});

it.each([
  { fails: "worker", waits: "preparer" },
  { fails: "preparer", waits: "worker" },
])("interrupts the $waits when the $fails fails for good [S1.20]", async ({ fails, waits }) => {
  const met = meeting(2);
  let interrupted = 0;
  const failing: Turn = async () => {
    await met();
    throw new Failure("model", "no such model", { retryable: false });
  };
  const waiting: Turn = async (_prompt, signal) => {
    const over = new Promise((resolve) => signal.addEventListener("abort", resolve));
    await met();
    await over;
    interrupted += 1;
    throw new Interrupted("aborted");
  };
  const { report } = await journey(script({ [fails]: [failing], [waits]: [waiting] }));
  expect([report.stage, report.stopReason, interrupted]).toEqual(["failed", "phase_error", 1]);
});

it("works on two atoms at the same time, and keeps the work of both [S2.25]", async () => {
  const met = meeting(2);
  const { report, run, kinds, repository, store } = await journey(
    script({
      hydrator,
      worker: workers({
        A1: [after(met, write("src/split.js", MENDED)), answers(account(true, "The first."))],
        A2: [after(met, write("src/more.js", "export const more = 1;\n")), answers(account(true, "The second."))],
      }),
    }),
    { files },
  );
  expect(report).toMatchObject({ stage: "completed", iteration: 1 });
  expect(ofAtoms(kinds())).toEqual([
    ...["atom_started", "atom_started"],
    ...["artifact_created", "atom_resolved", "artifact_created", "atom_resolved"],
  ]);
  expect((await run()).graph.atoms.map(({ binding }) => binding)).toEqual([
    { summary: "The first.", artifacts: ["src/split.js"] },
    { summary: "The second.", artifacts: ["src/more.js"] },
  ]);
  const head = store.branches.get("loop/split") ?? "";
  expect(repository.git("show", `${head}:src/split.js`)).toBe(MENDED.trim());
  expect(repository.git("show", `${head}:src/more.js`)).toBe("export const more = 1;");
});

it("does an atom again over the other's work where both changed the same lines, or names that are the same to some file systems [S2.25]", async () => {
  const { report, run, kinds, repository, store } = await journey(
    script({
      hydrator: [answers({ ...HYDRATION, atoms: [anAtom("A1"), anAtom("A2"), anAtom("A3")] })],
      worker: workers({
        A1: [
          calls(["write_file", { path: "src/split.js", content: MENDED }], ["write_file", { path: "src/a.js", content: "1;\n" }]),
          answers(account(true)),
        ],
        A2: [
          write("src/split.js", `// Splits lines.\n${MENDED.replace("line", "text")}`),
          answers(account(true)),
          calls(["read_file", { path: "src/split.js" }]),
          write("src/split.js", `// Splits.\n${MENDED}`),
          answers(account(true)),
        ],
        A3: [write("src/A.js", "2;\n"), answers(account(true)), write("src/b.js", "2;\n"), answers(account(true))],
      }),
    }),
    { files },
  );
  expect(report).toMatchObject({ stage: "completed", iteration: 1 });
  expect(ofAtoms(kinds())).toEqual([
    ...["atom_started", "atom_started", "atom_started", "artifact_created", "atom_resolved", "artifact_created", "artifact_created"],
    ...["artifact_created", "atom_resolved", "artifact_created", "atom_resolved"],
  ]);
  const after = await run();
  expect(after.graph.atoms.map(({ attempts, status }) => [attempts, status])).toEqual(Array.from({ length: 3 }, () => [0, "resolved"]));
  const head = store.branches.get("loop/split") ?? "";
  expect(repository.git("ls-tree", "--name-only", head, "src/").split("\n")).toEqual(["src/a.js", "src/b.js", "src/split.js"]);
  expect(repository.git("show", `${head}:src/split.js`)).toBe(`// Splits.\n${MENDED}`.trim());
});

it("merges what went well where another worker gives its atom up", async () => {
  const { report, kinds } = await journey(
    script({
      hydrator,
      worker: workers({
        A1: [write("src/split.js", "// half\n"), answers(account(false, "Too hard.")), answers(account(true))],
        A2: [write("src/split.js", MENDED), answers(account(true))],
      }),
      planner: [planned(), planned()],
      preparer: [PREPARED, PREPARED, PREPARED],
    }),
    { files },
  );
  expect(report).toMatchObject({ stage: "completed", iteration: 2 });
  expect(ofAtoms(kinds()).slice(2, 6)).toEqual(["artifact_created", "atom_failed", "artifact_created", "atom_resolved"]);
});

it("halts all workers where an audit of one says no: the others stop before their next call, and no other audit lifts it", async () => {
  const met = meeting(2);
  const blocked = { ...OK_AUDIT, verdict: "BLOCK", issue: "It reads elsewhere." };
  const { report, run } = await journey(
    script({
      hydrator,
      worker: workers({
        A1: [after(met, write("src/a.js", "1;\n")), answers(account(true))],
        A2: [after(met, write("src/b.js", "1;\n")), write("src/c.js", "1;\n"), answers(account(true))],
      }),
      auditor: [answers(blocked), answers(OK_AUDIT)],
    }),
    { files, config: { audit: { every: 1 } } },
  );
  expect(report).toMatchObject({ stage: "blocked", stopReason: "audit_block" });
  expect((await run()).graph.atoms.map(({ status }) => status)).toEqual(["in_progress", "in_progress"]);
});
