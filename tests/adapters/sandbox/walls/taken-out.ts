/** Walls taken out of a launch, one at a time: what looks at the walls must notice each. */
import type { ArrangeLaunch } from "#adapters/sandbox/walls/bubblewrap-launch.ts";

const without =
  (...words: readonly string[]): ArrangeLaunch =>
  (launch) => ({ ...launch, arguments: launch.arguments.filter((word) => !words.includes(word)) });

/** Words of bubblewrap after all that is mounted, before the root becomes read-only. */
export const atLast =
  (...words: readonly string[]): ArrangeLaunch =>
  (launch) => ({
    ...launch,
    arguments: launch.arguments.toSpliced(launch.arguments.lastIndexOf("--remount-ro"), 0, ...words),
  });

/** A place that can be written, or changed, where it should be read-only. Whether that harms is a question of who asks. */
const writable =
  (place: string): ArrangeLaunch =>
  ({ arguments: words, ...launch }) => ({
    ...launch,
    arguments: words.toSpliced(
      words.findIndex((word, at) => word === "--remount-ro" && words[at + 1] === place),
      2,
    ),
  });

const unfiltered: ArrangeLaunch = (launch) => ({
  ...launch,
  filter: null,
  arguments: launch.arguments.toSpliced(launch.arguments.indexOf("--seccomp"), 2),
});

/** With something in the place of the empty list of keys: not every machine has a key. */
const toldKeys: ArrangeLaunch = ({ arguments: words, ...launch }) => ({
  ...launch,
  arguments: words.with(words.indexOf("/proc/keys") - 1, "/proc/version"),
});

/** Bubblewrap mounts the device nodes as they are. */
const ownNodes: ArrangeLaunch = ({ arguments: words, ...launch }) => ({
  ...launch,
  file: "bwrap",
  arguments: words.slice(words.indexOf("bwrap") + 1),
});

/** As if this process passed on what somebody left open for it. */
const leftOpen: ArrangeLaunch = ({ file, arguments: words, ...launch }) => ({
  ...launch,
  file: "/bin/sh",
  arguments: ["-c", 'exec 9</usr; exec "$@"', "sh", file, ...words],
});

/** The machine's /dev/null as input, through which root could change it. */
const nullInput: ArrangeLaunch = ({ file, arguments: words, ...launch }) => ({
  ...launch,
  file: "/bin/sh",
  arguments: ["-c", 'exec "$@" </dev/null', "sh", file, ...words],
});

/** A process that stands in a folder of outside, which somebody left open. */
const standsOutside: ArrangeLaunch = (launch) => {
  const left = leftOpen(launch);
  const script = left.arguments.lastIndexOf("--") + 3;
  return { ...left, arguments: left.arguments.with(script, `(cd /proc/self/fd/9 && exec sleep 9) & sleep 0.2\n${left.arguments[script]}`) };
};

/** The launch in a terminal that controls it. Somebody must hold the other end. */
const inTerminal: ArrangeLaunch = ({ file, arguments: words, ...launch }) => ({
  ...launch,
  file: "perl",
  arguments: [
    "-e",
    `use Fcntl; use POSIX; sysopen(M, "/dev/ptmx", O_RDWR | O_NOCTTY) or die; my ($n, $lock) = (pack("i", 0), pack("i", 0));
    ioctl(M, 0x40045431, $lock) or die; ioctl(M, 0x80045430, $n) or die;
    if (fork == 0) { sleep 9; exit } sysopen(S, "/dev/pts/" . unpack("i", $n), O_RDWR) or die; exec @ARGV`,
    ...[file, ...words].filter((word) => word !== "--new-session"),
  ],
});

/** Each by its name. A variable of this process that is called LEFT_OPEN is what would be passed on. Root alone has the wall `nodes`: nobody else may change the mode of the machine's device nodes anyway. */
export const TAKEN_OUT = {
  pid: without("--unshare-pid"),
  network: without("--unshare-net"),
  ipc: without("--unshare-ipc"),
  calls: unfiltered,
  proc: writable("/proc"),
  dev: writable("/dev"),
  nodes: ownNodes,
  keys: toldKeys,
  descriptors: leftOpen,
  input: nullInput,
  folder: standsOutside,
  environment: (launch) => atLast("--setenv", "LEFT", process.env["LEFT_OPEN"] ?? "x")(launch),
  terminal: inTerminal,
} as const satisfies Readonly<Record<string, ArrangeLaunch>>;

export type WallTakenOut = keyof typeof TAKEN_OUT;
