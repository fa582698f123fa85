/** The step that prepares the sandbox, run as the script that it is, with stand-ins for the programs of machines that are not here. */
import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { ROOT } from "../house/tools.ts";

const run = promisify(execFile);
const SCRIPT = join(ROOT, ".github/actions/sandbox/prepare.sh");

/** `runs`: a condition of the shell under which bubblewrap runs; `$profiles` is the folder of profiles. */
interface Machine {
  readonly bwrap: boolean;
  readonly runs: string;
  readonly restricted: boolean;
  readonly profile?: string;
  readonly sudo?: string;
}

const SHIPPED = "# comes with the image\nprofile bwrap /usr/bin/bwrap flags=(attach_disconnected) {\n  userns,\n}\n";
/** As in codex#38715: with a second profile for one program neither holds. */
const ONE_PROFILE = '[ "$(grep -rl "/usr/bin/bwrap" "$profiles" | wc -l)" = 1 ]';

async function machineOf({ bwrap, runs, restricted, profile, sudo = '[ "$1" = --non-interactive ] && shift; exec "$@"' }: Machine) {
  const folder = await mkdtemp(join(tmpdir(), "loopwright-machine-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [bin, profiles, log] = [join(folder, "bin"), join(folder, "apparmor.d"), join(folder, "log")];
  await Promise.all([bin, profiles].map((path) => mkdir(path)));
  const program = async (name: string, text: string): Promise<void> => {
    await writeFile(join(bin, name), `#!/bin/bash\nprofiles=${profiles}\n${text}\n`);
    await chmod(join(bin, name), 0o755);
  };
  for (const name of ["bash", "env", "grep", "tee", "wc", "ln"]) await symlink(join("/usr/bin", name), join(bin, name));
  await program("bwrap-of-apt", `if ${runs}; then exit 0; fi\necho "bwrap: setting up uid map: Permission denied" >&2\nexit 1`);
  if (bwrap) await symlink(join(bin, "bwrap-of-apt"), join(bin, "bwrap"));
  await program("apt-get", `echo "apt-get $1" >> ${log}\n[ "$1" = update ] || ln -s ${bin}/bwrap-of-apt ${bin}/bwrap`);
  await program("apparmor_parser", `echo "apparmor_parser $1" >> ${log}`);
  await program("sysctl", `echo ${restricted ? 1 : 0}`);
  await program("id", "echo 1000");
  await program("sudo", sudo);
  if (profile !== undefined) await writeFile(join(profiles, "bwrap-userns-restrict"), profile);
  const { stdout } = await run(SCRIPT, [profiles], { env: { PATH: bin } });
  return { stdout, done: await readFile(log, "utf8").catch(() => ""), profiles: await readdir(profiles) };
}

it.each([
  { name: "22.04 with a bubblewrap that runs", restricted: false, runs: "true" },
  { name: "26.04, whose image has a profile", restricted: true, runs: ONE_PROFILE, profile: SHIPPED },
])("changes nothing on $name", async ({ restricted, runs, profile }) => {
  const { stdout, done, profiles } = await machineOf({ bwrap: true, runs, restricted, ...(profile && { profile }) });
  expect([stdout, done]).toEqual(["bubblewrap runs on this machine as it is.\n", ""]);
  expect(profiles).toEqual(profile === undefined ? [] : ["bwrap-userns-restrict"]);
});

it("installs bubblewrap where it is not there", async () => {
  const { stdout, done } = await machineOf({ bwrap: false, runs: "true", restricted: false });
  expect([stdout, done]).toEqual(["bubblewrap runs on this machine as it is.\n", "apt-get update\napt-get install\n"]);
});

it("loads a profile on 24.04, which has none, and bubblewrap runs with it", async () => {
  const { stdout, done, profiles } = await machineOf({ bwrap: true, runs: ONE_PROFILE, restricted: true });
  expect([done, profiles]).toEqual(["apparmor_parser --replace\n", ["loopwright-bwrap"]]);
  expect(stdout).toMatch(/^bubblewrap does not run .*Permission denied.*\nbubblewrap runs with it\.\n$/);
});

it.each([
  { name: "in a container, where no profile helps", restricted: false },
  { name: "with a profile of the image that does not help", restricted: true, profile: SHIPPED },
])("gives no second profile and warns $name", async ({ restricted, profile }) => {
  const { stdout, done, profiles } = await machineOf({ bwrap: true, runs: "false", restricted, ...(profile && { profile }) });
  expect([done, profiles.includes("loopwright-bwrap")]).toEqual(["", false]);
  expect(stdout).toMatch(
    /^::warning title=No sandbox on this runner::bubblewrap does not run here: bwrap: .*Permission denied\. Loopwright runs nothing/,
  );
});

it("ends well and warns where nothing can be installed, and where nothing can be loaded", async () => {
  const sudo = 'echo "sudo: a password is required" >&2; exit 1';
  const bare = await machineOf({ bwrap: false, runs: "true", restricted: false, sudo });
  expect(bare.stdout).toMatch(/^::warning .*bwrap: command not found/m);
  const shut = await machineOf({ bwrap: true, runs: ONE_PROFILE, restricted: true, sudo });
  expect([shut.stdout.includes("::warning"), shut.profiles]).toEqual([true, []]);
});
