/**
 * Gathers what programs need from /etc in one folder of ours: each mount costs every command a fifth of a millisecond.
 */
import { constants, rmSync } from "node:fs";
import { access, chmod, copyFile, mkdir, mkdtemp, readdir, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** What a command finds in /etc. */
export interface Settings {
  /** A folder with copies, and places for mounts. */
  readonly folder: string;
  /** What of the machine's own /etc is mounted there, because it is large: paths from /etc. */
  readonly mounted: readonly string[];
}

/** What programs need from /etc; never all of it: /etc/ssl/private, /etc/shadow and the like stay outside. */
const NAMES = [
  "alternatives",
  "bash.bashrc",
  "ca-certificates",
  "ca-certificates.conf",
  "debian_version",
  "default/locale",
  "fonts",
  "gai.conf",
  "group",
  "host.conf",
  "hosts",
  "java",
  // Debian keeps what a JDK reads at its start outside of the JDK.
  ...["8", "11", "17", "21", "25"].map((version) => `java-${version}-openjdk`),
  "ld.so.cache",
  "ld.so.conf",
  "ld.so.conf.d",
  "localtime",
  "locale.alias",
  "lsb-release",
  "magic",
  "maven",
  "mime.types",
  "nsswitch.conf",
  "os-release",
  "passwd",
  "perl",
  "pki/ca-trust",
  "pki/tls/certs",
  "profile",
  "protocols",
  "python3",
  "services",
  "shells",
  "ssl/certs",
  "ssl/openssl.cnf",
  "terminfo",
  "timezone",
];

/** Bytes of a file, and entries of a folder, from which on a mount is cheaper than a copy. */
const LARGE = 2 ** 20;
const MANY = 16;

/** False also for what this process may not read: a command could not either. */
async function isReadable(path: string): Promise<boolean> {
  return access(path, constants.R_OK).then(
    () => true,
    () => false,
  );
}

/** The plain files of a folder, by their names; null where it holds something else, or many. */
async function filesOf(folder: string): Promise<readonly string[] | null> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.length <= MANY && entries.every((entry) => entry.isFile()) ? entries.map(({ name }) => name) : null;
}

/** Copies what can be read. */
async function copied(from: string, to: string): Promise<void> {
  if (await isReadable(from)) await copyFile(from, to);
}

/** Puts one name of /etc into the folder. True where it is a place for a mount only. */
async function gather(name: string, etc: string, folder: string): Promise<boolean> {
  const [from, to] = [join(etc, name), join(folder, name)];
  const found = await stat(from);
  await mkdir(found.isDirectory() ? to : dirname(to), { recursive: true });
  const files = found.isDirectory() ? await filesOf(from) : null;
  if (files !== null) await Promise.all(files.map((file) => copied(join(from, file), join(to, file))));
  else if (found.isFile() && found.size <= LARGE) await copyFile(from, to);
  else if (found.isFile()) await writeFile(to, "");
  return files === null && (found.isDirectory() || found.size > LARGE);
}

/**
 * Copies what the machine has of these names into a new folder below the one for temporary files. Throws when there is
 * no room.
 */
export async function gatherSettings(names: readonly string[], etc = "/etc"): Promise<Settings> {
  const folder = await mkdtemp(join(tmpdir(), "loopwright-etc-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  // As /etc is: a command with another user inside must find its way.
  await chmod(folder, 0o755);
  const mounted = await Promise.all(
    names.map(async (name) => (await isReadable(join(etc, name))) && (await gather(name, etc, folder))),
  );
  return { folder, mounted: names.filter((_, at) => mounted[at]) };
}

const gathered = new Map<boolean, Promise<Settings>>();

/** The settings for commands of this process, with name servers for those that have a network; gone when it ends. */
export function settingsFor(network: boolean): Promise<Settings> {
  const settings = gathered.get(network) ?? gatherSettings(network ? [...NAMES, "resolv.conf"] : NAMES);
  gathered.set(network, settings);
  settings.catch(() => gathered.delete(network));
  return settings;
}
