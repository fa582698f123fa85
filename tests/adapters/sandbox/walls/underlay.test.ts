/** What lies below the folder of a command: it sees it as its own, and changes nothing of it for others. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { RunOptions, Underlay } from "#adapters/sandbox/host/sandbox.ts";
import { PROCESS_LIMITS } from "#adapters/sandbox/process/limits.ts";
import { bubblewrapSandbox } from "#adapters/sandbox/walls/bubblewrap-sandbox.ts";
import { plainSandbox } from "#adapters/sandbox/walls/plain.ts";
import { underlaysWork } from "#adapters/sandbox/walls/underlay.ts";
import type { ExecResult } from "#ports/tool-access.ts";
import { freshFolder, HOST_FILE, NO_WALLS, options } from "../sandboxes.ts";

const sandbox = bubblewrapSandbox({ hostFile: HOST_FILE, limits: PROCESS_LIMITS });
/** In a container the temporary folder lies over another one itself mostly, and no more can be laid. */
const isLaid = execFileSync("stat", ["-f", "-c", "%T", tmpdir()], { encoding: "utf8" }).startsWith("overlay");
const walled = it.skipIf(NO_WALLS !== "" || isLaid);

interface Copy {
  readonly folder: string;
  readonly underlay: Underlay;
  readonly run: (command: string, given?: Partial<RunOptions>) => Promise<ExecResult>;
}

interface Shared {
  readonly place: string;
  readonly lower: string;
  readonly copy: (name: string) => Copy;
}

async function shared(): Promise<Shared> {
  const place = await freshFolder();
  const lower = join(place, "lower");
  mkdirSync(join(lower, "deps"), { recursive: true });
  writeFileSync(join(lower, "deps", "file"), "below\n");
  const copy = (name: string): Copy => {
    const [folder, work, merged] = [join(place, name), join(place, `${name}-work`), join(place, `${name}-merged`)];
    for (const path of [folder, work, merged]) mkdirSync(path);
    writeFileSync(join(folder, "own"), `${name}\n`);
    const underlay = { lower, work, merged };
    return { folder, underlay, run: (command, given) => sandbox.run(folder, command, options({ underlay, ...given })) };
  };
  return { place, lower, copy };
}

walled("keeps what a command changes in its own folder, for the next command there, and for nobody else", async () => {
  const { lower, copy } = await shared();
  const [one, other] = [copy("one"), copy("other")];
  const change = "cat own deps/file && echo above > deps/file && echo new > deps/new && mkdir deps/made && ls deps";
  expect(await one.run(change)).toMatchObject({ exitCode: 0, stdout: "one\nbelow\nfile\nmade\nnew\n" });
  expect((await one.run("cat deps/file deps/new; rm -r deps; ls")).stdout).toBe("above\nnew\nown\n");
  expect((await one.run("ls; mkdir deps && ls deps")).stdout).toBe("own\n");
  expect((await other.run("ls; cat own deps/file")).stdout).toBe("deps\nown\nother\nbelow\n");
  expect((await other.run("ls", { underlay: undefined })).stdout).toBe("own\n");
  expect([readdirSync(lower), readFileSync(join(lower, "deps", "file"), "utf8")]).toEqual([["deps"], "below\n"]);
});

walled("lets no command get at what lies below, take it away, or be somebody else", async () => {
  const { place, lower, copy } = await shared();
  const { folder, underlay, run } = copy("one");
  for (const path of [place, lower, folder, underlay.work, underlay.merged]) expect((await run(`ls ${path}`)).exitCode, path).not.toBe(0);
  for (const command of ["umount .", "umount -l /workspace", "mount -o remount,lowerdir=/ .", "mount --move . /tmp"])
    expect((await run(command)).exitCode, command).not.toBe(0);
  const who = "id -u; id -g; grep -E 'Cap(Eff|Bnd)' /proc/self/status";
  expect((await run(who)).stdout).toBe((await run(who, { underlay: undefined })).stdout);
  const there = "id -u; pwd; cat deps/file";
  const usual = await run("id -u; pwd", { underlay: undefined, elsewhere: true });
  expect((await run(there, { elsewhere: true })).stdout).toBe(`${usual.stdout}below\n`);
});

walled("holds the limits of the disk, and says where nothing can be laid", async () => {
  const { lower, copy } = await shared();
  const { folder, underlay } = copy("one");
  const tight = bubblewrapSandbox({ hostFile: HOST_FILE, limits: { ...PROCESS_LIMITS, disk: 20_000_000 } });
  const flood = "i=0; while :; do i=$((i + 1)); head -c 1000000 /dev/zero > deps/f$i; sleep 0.01; done";
  expect(await tight.run(folder, flood, options({ underlay }))).toMatchObject({ killed: "disk" });
  const nowhere = { ...underlay, lower: `${lower}-that-is-not-there` };
  const failure = { name: "Failure", message: expect.stringContaining("could not start") };
  await expect(sandbox.run(folder, "true", options({ underlay: nowhere }))).rejects.toMatchObject(failure);
});

walled("tries whether it works here, leaves nothing behind, and does so once", async () => {
  const place = join(await freshFolder(), "new");
  const fresh = bubblewrapSandbox({ hostFile: HOST_FILE, limits: PROCESS_LIMITS });
  expect(await Promise.all([fresh.canUnderlay(place), fresh.canUnderlay(place)])).toEqual([true, true]);
  expect(readdirSync(place)).toEqual([]);
});

it("does not believe a kernel that refuses, or one that writes through", async () => {
  const place = await freshFolder();
  expect(await underlaysWork(place, () => Promise.reject(new Error("the kernel says no")))).toBe(false);
  const answer = { exitCode: 0, stdout: "above", stderr: "", omitted: 0, killed: null, ms: 1, folder: place };
  const through = async (folder: string, _: string, { underlay }: RunOptions): Promise<ExecResult> => {
    for (const path of [folder, underlay?.lower ?? folder]) writeFileSync(join(path, "file"), "above");
    return answer;
  };
  expect(await underlaysWork(place, through)).toBe(false);
  expect(await underlaysWork(place, () => Promise.resolve(answer))).toBe(false);
  expect(readdirSync(place)).toEqual([]);
});

it("lays nothing without walls, and where a path is no word of a mount", async () => {
  const place = await freshFolder();
  expect(await plainSandbox({ hostFile: HOST_FILE, limits: PROCESS_LIMITS }).canUnderlay(place)).toBe(false);
  for (const name of ["a:b", "a,b", "a b", "a\\b", "a\nb"]) expect(await sandbox.canUnderlay(join(place, name)), name).toBe(false);
  expect(existsSync(join(place, "a,b"))).toBe(false);
});
