/**
 * Gathers what programs need from /etc in one folder of ours: each mount costs every command a fifth of a millisecond.
 */
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
} from "node:fs";
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
function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** The plain files of a folder, by their names; null where it holds something else, or many. */
function filesOf(folder: string): readonly string[] | null {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.length <= MANY && entries.every((entry) => entry.isFile()) ? entries.map(({ name }) => name) : null;
}

/** Puts one name of /etc into the folder. True where it is a place for a mount only. */
function gather(name: string, etc: string, folder: string): boolean {
  const [from, to] = [join(etc, name), join(folder, name)];
  mkdirSync(dirname(to), { recursive: true });
  const found = statSync(from);
  const files = found.isDirectory() ? filesOf(from) : null;
  if (found.isDirectory()) mkdirSync(to);
  if (files !== null)
    for (const file of files.filter((one) => isReadable(join(from, one))))
      copyFileSync(join(from, file), join(to, file));
  else if (found.isFile() && found.size <= LARGE) copyFileSync(from, to);
  else if (found.isFile()) closeSync(openSync(to, "wx"));
  return files === null && (found.isDirectory() || found.size > LARGE);
}

/**
 * Copies what the machine has of these names into a new folder below the one for temporary files. Throws when there is
 * no room.
 */
export function gatherSettings(names: readonly string[], etc = "/etc"): Settings {
  const folder = mkdtempSync(join(tmpdir(), "loopwright-etc-"));
  // As /etc is: a command with another user inside must find its way.
  chmodSync(folder, 0o755);
  const here = names.filter((name) => isReadable(join(etc, name)));
  return { folder, mounted: here.filter((name) => gather(name, etc, folder)) };
}

const gathered = new Map<boolean, Settings>();

/** The settings for commands of this process, with name servers for those that have a network; gone when it ends. */
export function settingsFor(network: boolean): Settings {
  const known = gathered.get(network);
  if (known !== undefined) return known;
  const settings = gatherSettings(network ? [...NAMES, "resolv.conf"] : NAMES);
  process.once("exit", () => rmSync(settings.folder, { recursive: true, force: true }));
  gathered.set(network, settings);
  return settings;
}
