/** Holds the command that the probe runs in the sandbox, and reads what it saw. It opens, and writes nothing. */

/** The namespaces that must not be the machine's. */
export const NAMESPACES = ["pid", "mnt", "net", "user", "ipc", "uts"];

/**
 * Tries each wall. `$1` is the canary, `$2` a folder outside. The command's own arguments are not in an environment, so
 * it cannot find itself. Its input is what bubblewrap was given. Each line of output begins with its kind.
 */
export const PROBE_SCRIPT = `
readlink ${NAMESPACES.map((name) => `/proc/self/ns/${name}`).join(" ")}
while read -r name rest; do case "$name" in *:) echo "interface \${name%:}";; esac; done < /proc/net/dev
grep -qa "$1" /proc/[0-9]*/environ 2>/dev/null && echo "canary"
while read -r name value; do echo "status \${name%:} $value"; done < /proc/self/status
echo x > inside
for folder in "$2" /usr /etc / ; do
  { echo x > "$folder/loopwright-$1"; } 2>/dev/null && echo "system" && rm -f "$folder/loopwright-$1"
done
(mkdir -p "$2" && echo x > "$2/beside") 2>/dev/null
while read -r id parent device root at options rest; do
  echo "mounted"
  case ",$options," in *,rw,*) if [ ! -c "$at" ] || [ -O "$at" ]; then echo "mount $at"; fi;; esac
done < /proc/self/mountinfo
for link in /proc/[0-9]*/cwd /proc/[0-9]*/root; do echo "stands $(readlink "$link")"; done
for process in 1 $$; do tr '\\0' '\\n' < /proc/$process/environ | sed 's/=.*//; s/^/variable /'; done
{ true < /dev/tty; } 2>/dev/null && echo "terminal /dev/tty"
sed 's/^/key /' /proc/keys /proc/key-users 2>/dev/null
ls -l /proc/[0-9]*/fd
tries=0
open() { for at in "$1"/*; do
  if [ -L "$at" ]; then :; elif [ -d "$at" ]; then open "$at"
  elif [ -f "$at" ]; then tries=$((tries + 1)); if { true >> "$at"; } 2>/dev/null; then echo "kernel $at"; fi; fi
done; }
open /proc; open /sys
echo "tries $tries"
exit 0
`;

/** What the command saw inside. */
export interface ProbeSight {
  /** Names of the network interfaces. */
  readonly interfaces: readonly string[];
  /** `/proc/self/ns/<name>`, in the order of `NAMESPACES`; empty where there is none. */
  readonly namespaces: readonly string[];
  /** True when the canary was found in another process's environment. */
  readonly canarySeen: boolean;
  readonly wroteSystem: boolean;
  /** How many mounts there are, and the places of those that can be changed. */
  readonly mounts: number;
  readonly changeable: readonly string[];
  /** How many files below /proc and /sys were opened for writing, and those for which it worked. */
  readonly tries: number;
  readonly kernelFiles: readonly string[];
  /** What each descriptor of each process leads to. */
  readonly open: readonly { readonly descriptor: number; readonly target: string }[];
  /** Working folders and roots of all processes. */
  readonly folders: readonly string[];
  /** Names of variables, of bubblewrap's own process and the command's. */
  readonly variables: readonly string[];
  readonly terminals: readonly string[];
  /** Lines of /proc/keys and /proc/key-users. */
  readonly keys: readonly string[];
  /** Of `/proc/self/status`: "NoNewPrivs", "CapEff", "Seccomp". */
  readonly status: ReadonlyMap<string, string>;
}

/** Reads the command's output. Pure. */
export function sightIn(output: string): ProbeSight {
  const lines = output.split("\n");
  const rest = (kind: string): readonly string[] =>
    lines.filter((line) => line === kind || line.startsWith(`${kind} `)).map((line) => line.slice(kind.length + 1));
  const inside = new Map(lines.map((line) => [/^(\w+):\[\d+\]$/.exec(line)?.[1] ?? "", line]));
  const open = [...output.matchAll(/ (\d+) -> (.+)$/gm)];
  return {
    interfaces: rest("interface"),
    namespaces: NAMESPACES.map((name) => inside.get(name) ?? ""),
    canarySeen: rest("canary").length > 0,
    wroteSystem: rest("system").length > 0,
    mounts: rest("mounted").length,
    changeable: rest("mount"),
    tries: Number(rest("tries")[0] ?? 0),
    kernelFiles: rest("kernel"),
    open: open.map(([, descriptor, target = ""]) => ({ descriptor: Number(descriptor), target })),
    folders: rest("stands").filter((folder) => folder !== ""),
    variables: rest("variable").filter((name) => name !== ""),
    terminals: rest("terminal"),
    keys: rest("key"),
    status: new Map(rest("status").map((line) => [line.split(" ")[0] ?? "", line.split(" ")[1] ?? ""])),
  };
}
