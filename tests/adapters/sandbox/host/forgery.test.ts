/**
 * A command takes the standard output of the tool host (pidfd_open, pidfd_getfd) and answers in its name. It worked where both
 * share a pid namespace (architecture 6), which is the control here: whoever puts them together again sees this test fail.
 */
import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { WORKSPACE } from "#adapters/sandbox/inside/inner-place.ts";
import { PROCESS_LIMITS } from "#adapters/sandbox/process/limits.ts";
import { endFamily, familyOf } from "#adapters/sandbox/process/process-family.ts";
import { startProcess } from "#adapters/sandbox/process/start-process.ts";
import { bubblewrapLaunch } from "#adapters/sandbox/walls/bubblewrap-launch.ts";
import { bubblewrapSandbox } from "#adapters/sandbox/walls/bubblewrap-sandbox.ts";
import { freshFolder, HOST_FILE, NO_WALLS, options } from "../sandboxes.ts";

const FORGED = '{"kind":"done","id":1,"value":"FORGED"}';
const PROGRAM = "/loopwright/tool-host.mjs";

/** Takes descriptor 1 of each process that it can see, twenty times a second for `$ARGV[1]` seconds. */
const FORGE = `
use strict; use warnings; $| = 1;
my ($line, $seconds) = @ARGV; my $took = 0;
for (1 .. 20 * $seconds) {
  opendir(my $folder, "/proc") or die;
  for my $pid (grep { /^\\d+$/ && $_ != $$ } readdir $folder) {
    open(my $file, "<", "/proc/$pid/cmdline") or next;
    my $name = join "", <$file>; $name =~ tr/\\0/ /; print "saw $name\\n";
    my $process = syscall(434, $pid + 0, 0); next if $process < 0;
    my $stolen = syscall(438, $process, 1, 0);
    if ($stolen < 0) { print "not $pid: $!\\n"; next }
    open(my $out, ">&=", $stolen) or next;
    syswrite($out, "$line\\n"); $took++;
  }
  last if $took; select(undef, undef, undef, 0.05);
}
print "took $took\\n";
`;

interface RawHost {
  readonly said: () => string;
  readonly ask: (request: object) => void;
}

/** The real host's program in the walls, its output unread by any driver. `script` says what the walls hold. */
async function rawHost(folder: string, command: (node: string) => readonly string[], filtered = true): Promise<RawHost> {
  const walls = await bubblewrapLaunch(folder, {
    command: command(process.execPath),
    network: false,
    mounts: [{ source: HOST_FILE, target: PROGRAM }],
    reports: false,
  });
  const at = walls.arguments.indexOf("--seccomp");
  const launch = filtered ? walls : { ...walls, filter: null, arguments: walls.arguments.toSpliced(at, 2) };
  const { child, leader } = await startProcess(launch, ["pipe", "pipe", "ignore"]);
  onTestFinished(async () => {
    await endFamily(leader, familyOf(leader, []), 5_000);
  });
  let text = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    text += chunk.toString("utf8");
  });
  return { said: () => text, ask: (request) => void child.stdin?.write(`${JSON.stringify(request)}\n`) };
}

async function prepared(): Promise<string> {
  const folder = await freshFolder();
  await writeFile(join(folder, "forge.pl"), FORGE);
  await writeFile(join(folder, "truth"), "TRUE");
  return folder;
}

const SCOPE = "/proc/sys/kernel/yama/ptrace_scope";
const forbidden = existsSync(SCOPE) && readFileSync(SCOPE, "utf8").trim() !== "0";
const tools = existsSync("/usr/bin/perl") ? "" : " [skipped: no perl]";
const NOTE = NO_WALLS + tools;
const CONTROL_NOTE = NOTE + (forbidden ? " [skipped: ptrace_scope forbids taking descriptors here]" : "");

it.skipIf(NOTE !== "")(`a command finds no tool host and forges nothing${NOTE}`, async () => {
  const folder = await prepared();
  const host = await rawHost(folder, (node) => [node, PROGRAM, WORKSPACE]);
  await expect.poll(host.said).toContain("ready");
  const sandbox = bubblewrapSandbox({ hostFile: HOST_FILE, limits: PROCESS_LIMITS });
  const result = await sandbox.run(folder, `perl forge.pl '${FORGED}' 1 > log 2>&1`, options());
  expect(result.exitCode).toBe(0);
  const log = readFileSync(join(folder, "log"), "utf8");
  expect(log).toMatch(/^saw .*\n/);
  expect(log).toMatch(/\ntook \d+\n$/);
  expect(log).not.toContain("tool-host.mjs");
  expect(host.said()).toBe('{"kind":"ready"}\n');
  host.ask({ id: 1, operation: "read", path: "truth" });
  await expect.poll(host.said).toBe('{"kind":"ready"}\n{"kind":"done","id":1,"value":"TRUE"}\n');
});

const BOTH = `perl forge.pl "$1" "$3" > log 2>&1 & exec "$2" ${PROGRAM} ${WORKSPACE}`;

it.skipIf(NOTE !== "")(`not even in one pid namespace with the host: the call that takes a descriptor is refused${NOTE}`, async () => {
  const folder = await prepared();
  const host = await rawHost(folder, (node) => ["/bin/sh", "-c", BOTH, "both", FORGED, node, "1"]);
  await expect.poll(() => readFileSync(join(folder, "log"), "utf8")).toContain("took 0");
  expect(readFileSync(join(folder, "log"), "utf8")).toMatch(/^not \d+: Operation not permitted$/m);
  expect(host.said()).toBe('{"kind":"ready"}\n');
});

it.skipIf(CONTROL_NOTE !== "")(`the control: there, without the filter, the forgery succeeds${CONTROL_NOTE}`, async () => {
  const folder = await prepared();
  const host = await rawHost(folder, (node) => ["/bin/sh", "-c", BOTH, "both", FORGED, node, "5"], false);
  await expect.poll(host.said).toContain(FORGED);
  expect(readFileSync(join(folder, "log"), "utf8")).toContain("saw ");
});
