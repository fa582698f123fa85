/**
 * Lists the system calls that no command of a repository needs: they reach into the kernel, or into other processes.
 * Data only.
 */

/**
 * Numbers by machine; null = the machine does not have the call. Sources: the kernel's syscall_64.tbl and
 * asm-generic/unistd.h.
 */
export interface SyscallNumbers {
  readonly x64: number | null;
  readonly arm64: number | null;
}

const both = (number: number): SyscallNumbers => ({ x64: number, arm64: number });
const each = (x64: number | null, arm64: number | null): SyscallNumbers => ({ x64, arm64 });

/**
 * Answered with EPERM, whatever their arguments. ptrace is not among them: debuggers and LeakSanitizer need it, and it
 * reaches no process outside the command's own pid namespace.
 */
export const DENIED_CALLS: Readonly<Record<string, SyscallNumbers>> = {
  // Memory and descriptors of other processes.
  process_vm_readv: each(310, 270),
  process_vm_writev: each(311, 271),
  pidfd_getfd: both(438),
  kcmp: each(312, 272),
  // Parts of the kernel with many past vulnerabilities.
  bpf: each(321, 280),
  perf_event_open: each(298, 241),
  userfaultfd: each(323, 282),
  add_key: each(248, 217),
  request_key: each(249, 218),
  keyctl: each(250, 219),
  open_by_handle_at: each(304, 265),
  fanotify_init: each(300, 262),
  lookup_dcookie: each(212, 18),
  // Mounts and namespaces.
  mount: each(165, 40),
  umount2: each(166, 39),
  pivot_root: each(155, 41),
  chroot: each(161, 51),
  open_tree: both(428),
  move_mount: both(429),
  fsopen: both(430),
  fsconfig: both(431),
  fsmount: both(432),
  fspick: both(433),
  mount_setattr: both(442),
  unshare: each(272, 97),
  setns: each(308, 268),
  // The machine itself.
  kexec_load: each(246, 104),
  kexec_file_load: each(320, 294),
  init_module: each(175, 105),
  finit_module: each(313, 273),
  delete_module: each(176, 106),
  swapon: each(167, 224),
  swapoff: each(168, 225),
  reboot: each(169, 142),
  acct: each(163, 89),
  quotactl: each(179, 60),
  quotactl_fd: both(443),
  syslog: each(103, 116),
  settimeofday: each(164, 170),
  clock_settime: each(227, 112),
  vhangup: each(153, 58),
  iopl: each(172, null),
  ioperm: each(173, null),
};

/** Answered with ENOSYS, as by a kernel without them: programs then use the older way (libuv, glibc). */
export const ABSENT_CALLS: Readonly<Record<string, SyscallNumbers>> = {
  io_uring_setup: both(425),
  io_uring_enter: both(426),
  io_uring_register: both(427),
  // Its flags are in memory, where no filter can look; those of clone are checked below.
  clone3: both(435),
};

/** Checks the lower half of an argument. Denied: one of `among`, none of `butFor`, any bit of `bits`. */
export interface ArgumentRule {
  readonly numbers: SyscallNumbers;
  readonly argument: number;
  readonly denied:
    | { readonly among: readonly number[] }
    | { readonly butFor: readonly number[] }
    | { readonly bits: number };
}

const [UNIX, INET, INET6, NETLINK] = [1, 2, 10, 16];
const [TIOCSTI, TIOCLINUX] = [0x5412, 0x541c];
const NEW_NAMESPACES = 0x7e020000;
const ASK_ONLY = 0xffffffff;

/**
 * Answered with EPERM for some arguments: input typed into a terminal, rare kinds of sockets and personalities, new
 * namespaces.
 */
export const ARGUMENT_RULES: Readonly<Record<string, ArgumentRule>> = {
  ioctl: { numbers: each(16, 29), argument: 1, denied: { among: [TIOCSTI, TIOCLINUX] } },
  socket: { numbers: each(41, 198), argument: 0, denied: { butFor: [UNIX, INET, INET6, NETLINK] } },
  socketpair: { numbers: each(53, 199), argument: 0, denied: { butFor: [UNIX] } },
  personality: { numbers: each(135, 92), argument: 0, denied: { butFor: [0, ASK_ONLY] } },
  clone: { numbers: each(56, 220), argument: 0, denied: { bits: NEW_NAMESPACES } },
};
