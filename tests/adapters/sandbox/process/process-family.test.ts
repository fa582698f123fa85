/** The end of a family of processes in a namespace: real processes, in a namespace that outlives who made it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it, onTestFinished } from "vitest";
import { familyProcessOf } from "#adapters/sandbox/process/proc-files.ts";
import { endNamespace, familyOf } from "#adapters/sandbox/process/process-family.ts";
import { lives, NO_WALLS } from "../sandboxes.ts";

const namespaces = NO_WALLS === "" ? it : it.skip;

/** Starts two sleepers in a namespace; gives its first process, and the leader of the group, which has ended. */
async function orphans(mark: string) {
  const script = `setsid sleep ${mark} & exec sleep ${mark}`;
  const unshare = ["--user", "--map-root-user", "--pid", "--fork", "sh", "-c", script];
  const child = spawn("unshare", unshare, { detached: true, stdio: "ignore" });
  const leader = child.pid ?? 0;
  onTestFinished(() => {
    for (const { pid } of familyOf(leader, [])) process.kill(pid, "SIGKILL");
  });
  await expect.poll(() => familyOf(leader, []).length).toBe(3);
  // The leader's only child is the namespace's first process.
  const inner = familyOf(leader, []).filter(({ pid }) => pid !== leader);
  const first = inner.reduce((one, other) => (other.pid < one.pid ? other : one));
  process.kill(leader, "SIGKILL");
  await once(child, "exit");
  return { leader, first };
}

namespaces(`ends all of a namespace by its first process, also what left the group${NO_WALLS}`, async () => {
  const mark = `77${Math.floor(Math.random() * 1e6)}`;
  const { leader, first } = await orphans(mark);
  expect(lives(mark)).toBe(true);
  expect(await endNamespace(leader, first, 5_000)).toBe(true);
  expect(lives(mark)).toBe(false);
});

namespaces(`ends a leader's group where the namespace is gone already${NO_WALLS}`, async () => {
  const mark = `78${Math.floor(Math.random() * 1e6)}`;
  const gone = spawn("true", { stdio: "ignore" });
  const first = { pid: gone.pid ?? 0, start: familyProcessOf(gone.pid ?? 0)?.start ?? "gone" };
  await once(gone, "exit");
  const child = spawn("sh", ["-c", `sleep ${mark} & exec sleep ${mark}`], { detached: true, stdio: "ignore" });
  await expect.poll(() => lives(mark)).toBe(true);
  expect(await endNamespace(child.pid ?? 0, first, 5_000)).toBe(true);
  await expect.poll(() => lives(mark)).toBe(false);
});

it("says so where the first process does not end in time", async () => {
  // This very process is not ours to end in a test: the patience is over before it is tried.
  const own = familyProcessOf(process.pid);
  if (own === null) return expect(process.platform).not.toBe("linux");
  expect(await endNamespace(0x3fffff, own, -1)).toBe(false);
});
