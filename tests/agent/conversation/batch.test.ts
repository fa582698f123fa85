/** The calls of one reply: what only reads runs side by side, all else in its order, and each is asked about before it runs (S3.40, C3.13). */
import fc from "fast-check";
import { expect, it } from "vitest";
import { type Work, work } from "#agent/work.ts";
import { Failure, Interrupted } from "#ports/failure.ts";
import { Refused, type ToolAccess } from "#ports/tool-access.ts";
import { mapHands } from "../../fakes/map-hands.ts";
import { calls, says, scriptedModel } from "../../fakes/scripted-model.ts";
import { anEnv, read, role } from "../setting.ts";

const run = (command: string) => ["exec", { command }] as const;
const write = (path: string) => ["write_file", { path, content: "new" }] as const;
type Wanted = ReturnType<typeof read> | ReturnType<typeof run> | ReturnType<typeof write>;

/** Tool access that writes down what begins and ends; a read ends when `release` lets it. */
function watched(release: (path: string) => Promise<void> = () => Promise.resolve()): ToolAccess & { readonly steps: string[] } {
  const inner = mapHands();
  const steps: string[] = [];
  const between = async <T>(name: string, deed: () => Promise<T>): Promise<T> => {
    steps.push(`${name} begins`);
    try {
      return await deed();
    } finally {
      steps.push(`${name} ends`);
    }
  };
  return {
    ...inner,
    steps,
    read: (path) => between(path, () => release(path).then(() => `text of ${path}`)),
    write: (path, content) => between(path, () => inner.write(path, content)),
    exec: (command, options) => between(command, () => inner.exec(command, options)),
  };
}

/** Lets go of what waits once so many wait, the last first. */
function together(count: number): () => Promise<void> {
  const waiting: (() => void)[] = [];
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === count) for (const one of waiting.reverse()) one();
    });
}

async function results(wanted: readonly Wanted[], toolAccess: ToolAccess): Promise<readonly string[]> {
  const model = scriptedModel({ worker: [calls(...wanted), says("done")] });
  const { history } = await work(role("worker"), "go", anEnv(model, { toolAccess }));
  return history.flatMap((message) => (message.role === "tools" ? message.results.map(({ text }) => text) : []));
}

it("reads side by side, and answers in the order of the calls [C3.13]", async () => {
  const access = watched(together(3));
  expect(await results([read("a"), read("b"), read("c")], access)).toEqual(["1\ttext of a", "1\ttext of b", "1\ttext of c"]);
  expect(access.steps.slice(0, 3)).toEqual(["a begins", "b begins", "c begins"]);
  expect(access.steps.slice(3).sort()).toEqual(["a ends", "b ends", "c ends"]);
});

it("begins nothing behind a call that writes or runs before it has ended, and no such call before all in front have", async () => {
  const access = watched();
  await results([read("a"), read("b"), write("w"), read("c"), run("x"), run("y"), read("d")], access);
  const at = (step: string) => access.steps.indexOf(step);
  for (const [first, second] of [
    ["a ends", "w begins"],
    ["b ends", "w begins"],
    ["w ends", "c begins"],
    ["c ends", "x begins"],
    ["x ends", "y begins"],
    ["y ends", "d begins"],
  ] as const)
    expect(at(first)).toBeLessThan(at(second));
});

it("answers every call once and in order, whatever is called, with at most eight at a time [C3.13]", async () => {
  const one = fc.tuple(fc.constantFrom("read", "run", "write"), fc.nat(9));
  await fc.assert(
    fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 40 }), async (wanted) => {
      let open = 0;
      let most = 0;
      const access = watched(async () => {
        open += 1;
        most = Math.max(most, open);
        await new Promise((resolve) => setImmediate(resolve));
        open -= 1;
      });
      const texts = await results(
        wanted.map(([kind, number]) => (kind === "read" ? read(`${number}`) : kind === "run" ? run(`${number}`) : write(`${number}`))),
        access,
      );
      expect(texts.map((text) => text.split(/[ :\n]/)[0])).toEqual(
        wanted.map(([kind]) => ({ read: "1\ttext", run: "exit_code", write: "wrote" })[kind]),
      );
      expect(most).toBeLessThanOrEqual(8);
    }),
    { numRuns: 40 },
  );
});

it("asks the gate before each call begins, in order, and begins nothing after a halt; what had begun is answered for", async () => {
  const steps: string[] = [];
  const access = watched();
  const beforeTool = async ({ input }: { input: unknown }) => {
    steps.push(JSON.stringify(input), ...access.steps);
    return JSON.stringify(input).includes('"c"') ? ({ kind: "halt", reason: "enough" } as const) : ({ kind: "go" } as const);
  };
  const model = scriptedModel({ worker: [calls(read("a"), read("b"), read("c"), read("d")), says("never")] });
  const done: Work = await work(role("worker"), "go", anEnv(model, { toolAccess: access, beforeTool }));
  expect(done).toMatchObject({ end: "halted", reason: "enough", toolCalls: 2 });
  expect(steps[0]).toBe('{"path":"a"}');
  expect(access.steps.join()).not.toMatch(/[cd] begins/);
});

it("waits for what runs beside a call that breaks, then throws; a refusal is an answer", async () => {
  const broken = new Failure("sandbox", "gone", { retryable: true });
  let ended = false;
  const access = watched(async (path) => {
    if (path === "refused") throw new Refused("no such file");
    if (path === "broken") throw broken;
    await new Promise((resolve) => setImmediate(resolve));
    ended = true;
  });
  expect(await results([read("refused"), read("a")], access)).toEqual(["no such file", "1\ttext of a"]);
  ended = false;
  await expect(results([read("broken"), read("a")], access)).rejects.toBe(broken);
  expect(ended).toBe(true);
});

it("begins no further call once it is stopped, and waits for those that run", async () => {
  const stop = new AbortController();
  const access = watched(async (path) => {
    if (path === "a") stop.abort();
    await new Promise((resolve) => setImmediate(resolve));
  });
  const model = scriptedModel({ worker: [calls(read("a"), read("b"), read("c")), says("never")] });
  const working = work(role("worker"), "go", anEnv(model, { toolAccess: access, signal: stop.signal }));
  await expect(working).rejects.toBeInstanceOf(Interrupted);
  expect(access.steps).toEqual(["a begins", "a ends"]);
});

it("finds a repetition among calls that run side by side", async () => {
  const model = scriptedModel({ worker: [calls(...Array.from({ length: 10 }, () => read("a"))), calls(read("a")), says("never")] });
  expect(await work(role("worker"), "go", anEnv(model, { toolAccess: watched() }))).toMatchObject({ end: "looping", turns: 2 });
});
