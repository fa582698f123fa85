/**
 * A program that tries to change the kernel's files and the machine's devices from within: everything below /proc, /sys and /dev, by
 * what it is and not by its name. It opens and writes nothing, and gives each the mode, owner and times that it has.
 */

/** For Node, as CommonJS. Says `tried <count> <what>`, and `through <what>: <path>` for each that worked. */
export const KERNEL_LOOK = `
const fs = require("node:fs");
const { join } = require("node:path");
const can = (work) => { try { work(); return true; } catch { return false; } };
const list = (path) => { try { return fs.readdirSync(path); } catch { return []; } };
const OWN = ["/dev/shm", "/dev/pts"]; // memory and terminals that begin inside
const below = (path) => {
  if (OWN.includes(path)) return [];
  let stats;
  try { stats = fs.lstatSync(path); } catch { return []; }
  if (stats.isSymbolicLink()) return [];
  const inner = stats.isDirectory() ? list(path).flatMap((name) => below(join(path, name))) : [];
  return [{ path, stats }, ...inner];
};
const all = ["/proc", "/sys", "/dev"].flatMap(below);
const of = (kind) => all.filter(({ stats }) => stats[kind]());
const opens = (flags) => ({ path }) => fs.closeSync(fs.openSync(path, flags | fs.constants.O_NONBLOCK));
const { O_WRONLY, O_RDWR } = fs.constants;
const made = ({ path }) => { const at = join(path, "loopwright-new"); fs.closeSync(fs.openSync(at, "wx")); fs.rmSync(at); };
const TRIES = [
  ["files opened for writing", of("isFile"), opens(O_WRONLY)],
  ["files opened for both", of("isFile"), opens(O_RDWR)],
  ["given their mode", all, ({ path, stats }) => fs.chmodSync(path, stats.mode & 0o7777)],
  ["given their owner", all, ({ path, stats }) => fs.chownSync(path, stats.uid, stats.gid)],
  ["given their times", all, ({ path, stats }) => fs.utimesSync(path, stats.atime, stats.mtime)],
  ["files made in folders", of("isDirectory"), made],
];
for (const [what, some, work] of TRIES) {
  console.log("tried " + some.length + " " + what);
  for (const one of some) if (can(() => work(one))) console.log("through " + what + ": " + one.path);
}
`;

/** For the shell: what would bring other files of the kernel, or these without their walls. Says the same. */
export const MOUNT_LOOK = `
try() { what=$1; shift; echo "tried 1 $what"; "$@" >/dev/null 2>&1 && echo "through $what: $*"; }
mkdir -p at
for place in / /proc /dev /usr; do try "mounts made writable" mount -o remount,bind,rw $place; done
for place in /proc /dev /proc/keys /dev/null; do try "mounts taken away" umount -l $place; done
for kind in proc sysfs devtmpfs debugfs securityfs tracefs bpf cgroup2 tmpfs; do try "file systems mounted" mount -t $kind x at; done
try "device nodes made" mknod at/mem c 1 1
try "namespaces made" unshare --user --map-root-user true
try "namespaces made" unshare --mount true
for of in mnt net pid user; do try "namespaces entered" nsenter --$of=/proc/1/ns/$of true; done
`;
