/** Starts a driver as somebody might: with a file, a folder, a socket, memory, a key and a variable left open, in a terminal or not. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";

/** What the driver's own input is. */
export const INPUTS = ["an ended pipe", "an open file", "a closed input", "a terminal"] as const;
export type Input = (typeof INPUTS)[number];

/** A user of this machine: root, or nobody's account. */
export interface User {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Arguments: kind of input, a folder, the canary, a key of memory, the program. The file lies open as 33 and the folder as 200, the
 * socket as whatever comes next. It waits for the program, removes the memory, and ends as the program did.
 */
const STARTER = `
use strict; use Fcntl; use POSIX; use Socket; use IPC::SysV qw(IPC_CREAT IPC_RMID); $^F = 255;
my ($input, $folder, $canary, $shared, @program) = @ARGV;
sysopen(my $file, "$folder/left-open/$canary", O_RDWR) or die "file: $!"; dup2(fileno $file, 33) or die;
sysopen(my $dir, "$folder/left-open", O_RDONLY) or die "folder: $!"; dup2(fileno $dir, 200) or die;
socket(my $socket, AF_UNIX, SOCK_STREAM, 0) or die; bind($socket, pack("S", AF_UNIX) . "\\0$canary") or die "socket: $!"; listen($socket, 9);
my $memory = shmget($shared, 4096, IPC_CREAT | 0600) // die "memory: $!";
chdir "$folder/left-open" or die;
if ($input eq "a terminal") {
  my ($n, $lock) = (pack("i", 0), pack("i", 0));
  sysopen(KEPT, "/dev/ptmx", O_RDWR | O_NOCTTY) or die "terminal: $!"; ioctl(KEPT, 0x40045431, $lock) or die; ioctl(KEPT, 0x80045430, $n) or die;
  sysopen(my $other, "/dev/pts/" . unpack("i", $n), O_RDWR) or die "terminal: $!"; dup2(fileno $other, 0);
} elsif ($input eq "an open file") { dup2(33, 0) } elsif ($input eq "a closed input") { POSIX::close(0) }
my $child = fork // die; if ($child == 0) { exec @program; die "program: $!" }
$SIG{HUP} = "IGNORE"; # of its own end: with it the terminal goes
waitpid($child, 0); shmctl($memory, IPC_RMID, 0); exit($? == 0 ? 0 : 1);
`;

interface Start {
  readonly user: User;
  readonly input: Input;
  /** A folder that the user can pass through. */
  readonly base: string;
  readonly canary: string;
  readonly shared: number;
}

/** Gives what the program printed. Throws where it did not end well. */
export async function startedWithThingsOpen({ user, input, base, canary, shared }: Start, program: readonly string[]): Promise<string> {
  const open = join(base, "left-open");
  mkdirSync(open);
  writeFileSync(join(open, canary), canary);
  for (const path of [open, join(open, canary)]) chownSync(path, user.uid, user.gid);
  chmodSync(open, 0o700);
  const environment = { PATH: process.env["PATH"], HOME: base, TMPDIR: base, LEFT_OPEN: canary, TERM: "dumb" };
  const words = ["-e", STARTER, input, base, canary, String(shared), ...program];
  const child = spawn("perl", words, { ...user, env: environment, cwd: "/", detached: true, stdio: ["pipe", "pipe", "pipe"] });
  child.stdin.on("error", () => undefined).end(canary);
  const [out, said, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  if (code !== 0) throw new Error(`the driver ended with ${String(code)}: ${said.slice(-1_000)}`);
  return out;
}
