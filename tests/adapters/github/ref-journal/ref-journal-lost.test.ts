/** Answers of GitHub that get lost: an append happens once, however little is heard of it (ST-15, CR-13, API-10). */
import { afterAll, expect, it } from "vitest";
import { aGitHubForAll } from "../../../lab/github/stage.ts";
import { kept, note } from "../../contracts/journal-events.ts";
import { aRefStage, type Fetch, type RefStage, writer } from "./ref-stage.ts";

const github = await aGitHubForAll();
let issue = 0;

async function aStage(): Promise<RefStage> {
  issue += 1;
  const stage = await aRefStage(github, { owner: "acme", repo: "widget", issue, runId: "run" });
  await stage.open().append([note("a")], 0);
  return stage;
}

afterAll(() => expect([github.violations, github.failures]).toEqual([[], []]));

/** What happens to the transaction, which is sent as often as there are faults and once more. */
type Fault = (send: () => Promise<Response>) => Promise<Response>;

const hangUp = (): never => {
  throw new TypeError("fetch failed");
};
const LOST: Fault = async (send) => {
  await send();
  return hangUp();
};
const NEVER_SENT: Fault = async () => hangUp();
const BAD_GATEWAY: Fault = async (send) => {
  await send();
  return Response.json({ message: "Server Error" }, { status: 502 });
};
const SOMETHING: Fault = async (send) => {
  await send();
  return Response.json({ data: null, errors: [{ message: "Something went wrong while executing your query." }] });
};

/** The network with these faults on `updateRefs`, one after the other. */
function network(...faults: readonly Fault[]): { readonly through: Fetch; readonly sends: () => number } {
  const left = [...faults];
  let sends = 0;
  const through: Fetch = async (input, init) => {
    if (!String(init?.body).includes("updateRefs")) return fetch(input, init);
    sends += 1;
    const fault = left.shift();
    return fault === undefined ? fetch(input, init) : fault(() => fetch(input, init));
  };
  return { through, sends: () => sends };
}

it.each([
  { what: "the answer got lost", faults: [LOST], sends: 1 },
  { what: "a gateway gave up on it", faults: [BAD_GATEWAY], sends: 1 },
  { what: "GitHub stumbled after it was done", faults: [SOMETHING], sends: 1 },
  { what: "it never arrived", faults: [NEVER_SENT], sends: 2 },
  { what: "it never arrived, and then the answer got lost", faults: [NEVER_SENT, LOST], sends: 2 },
  { what: "it arrived at the third try", faults: [NEVER_SENT, NEVER_SENT], sends: 3 },
])("appends once when $what [ST-15]", async ({ faults, sends }) => {
  const stage = await aStage();
  const net = network(...faults);
  const branch = `loop/lost-${stage.place.issue}`;
  const journal = stage.openWith(writer(github, net.through));
  const events = [note("b"), kept(null, stage.commits[0], branch)];
  expect(await journal.append(events, 1)).toBe("appended");
  expect(net.sends()).toBe(sends);
  expect(await stage.branch(branch)).toBe(stage.commits[0]);
  expect(await stage.open().load()).toEqual({ kind: "events", events: [note("a"), ...events] });
  expect(await journal.append([note("c")], 3)).toBe("appended");
});

it("has appended when the answer got lost and somebody else wrote on top before we looked [CR-13]", async () => {
  const stage = await aStage();
  const net = network(async (send) => {
    await send();
    await stage.open().append([note("theirs")], 2);
    return hangUp();
  });
  expect(await stage.openWith(writer(github, net.through)).append([note("ours")], 1)).toBe("appended");
  expect(await stage.open().load()).toEqual({ kind: "events", events: [note("a"), note("ours"), note("theirs")] });
});

it("is a conflict when the request got lost and somebody else was faster", async () => {
  const stage = await aStage();
  const net = network(async () => {
    await stage.open().append([note("theirs")], 1);
    return hangUp();
  });
  expect(await stage.openWith(writer(github, net.through)).append([note("ours")], 1)).toBe("conflict");
  expect(await stage.open().load()).toEqual({ kind: "events", events: [note("a"), note("theirs")] });
});

it("fails as retryable when nothing is heard at all, and the same append again is not made twice [CR-13]", async () => {
  for (const meanwhile of [[], [note("theirs")]]) {
    const stage = await aStage();
    let deaf = false;
    const net = network(async (send) => {
      await send();
      deaf = true;
      return hangUp();
    });
    const journal = stage.openWith(
      writer(github, (input, init) => (deaf ? Promise.reject(new TypeError("fetch failed")) : net.through(input, init))),
    );
    await expect(journal.append([note("ours")], 1)).rejects.toMatchObject({ name: "Failure", service: "journal", retryable: true });
    deaf = false;
    if (meanwhile.length > 0) await stage.open().append(meanwhile, 2);
    expect(await journal.append([note("ours")], 1)).toBe("appended");
    expect(await stage.open().load()).toEqual({ kind: "events", events: [note("a"), note("ours"), ...meanwhile] });
  }
});

it("makes the append when it is asked for again and the first did not arrive, and tells another one from it", async () => {
  const stage = await aStage();
  const net = network(NEVER_SENT, NEVER_SENT, NEVER_SENT);
  const journal = stage.openWith(writer(github, net.through));
  await expect(journal.append([note("ours")], 1)).rejects.toMatchObject({ retryable: true });
  expect(await journal.append([note("ours")], 1)).toBe("appended");
  const lost = stage.openWith(writer(github, network(LOST).through));
  expect(await lost.append([note("more")], 2)).toBe("appended");
  expect(await lost.append([note("more")], 2)).toBe("conflict");
  expect(await stage.open().length()).toBe(3);
});

it("fails as retryable when the history cannot be read for the moment, and reads it later", async () => {
  const stage = await aStage();
  // Neither by the ref's name nor by its commit.
  const answers = [{ ref: null }, { object: null }].map((found) => Response.json({ data: { repository: { id: "x", ...found } } }));
  const through: Fetch = async (input, init) => (init?.method === "POST" ? answers.shift() : undefined) ?? fetch(input, init);
  const journal = stage.openWith(writer(github, through));
  await expect(journal.load()).rejects.toMatchObject({
    service: "journal",
    retryable: true,
    message: expect.stringContaining("gave no files"),
  });
  expect(await journal.load()).toEqual({ kind: "events", events: [note("a")] });
});

it("believes the ref itself where GraphQL shows none of that name", async () => {
  const stage = await aStage();
  const hidden: Fetch = async (input, init) =>
    String(init?.body ?? "").includes("qualifiedName")
      ? Response.json({ data: { repository: { id: "x", ref: null } } })
      : fetch(input, init);
  expect(await stage.openWith(writer(github, hidden)).load()).toEqual({ kind: "events", events: [note("a")] });
});
