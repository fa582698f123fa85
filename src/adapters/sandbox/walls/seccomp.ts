/**
 * Builds a filter of system calls as the kernel takes it: classic BPF, from a table and without any toolchain. Pure.
 */
import { ABSENT_CALLS, ARGUMENT_RULES, type ArgumentRule, DENIED_CALLS, type SyscallNumbers } from "./seccomp-table.ts";

type Machine = keyof SyscallNumbers;

/** One instruction: `struct sock_filter` of <linux/filter.h>. */
interface Instruction {
  readonly code: number;
  /** Instructions to skip when a comparison holds, and when not. */
  readonly yes: number;
  readonly no: number;
  readonly value: number;
}

/** Codes of <linux/bpf_common.h>: load a word of the call, compare, answer. */
const [LOAD, EQUAL, AT_LEAST, ANY_BIT, ANSWER] = [0x20, 0x15, 0x35, 0x45, 0x06];
/** Answers of <linux/seccomp.h>; the number of an error is added to `ERROR`. */
const [KILL, ERROR, ALLOW] = [0x80000000, 0x00050000, 0x7fff0000];
const [EPERM, ENOSYS] = [1, 38];
/** Where `struct seccomp_data` holds the number of the call, the machine, and the lower half of its first argument. */
const [NUMBER, MACHINE, ARGUMENTS] = [0, 4, 16];
/** AUDIT_ARCH_X86_64 and AUDIT_ARCH_AARCH64 of <linux/audit.h>. */
const MACHINES: Readonly<Record<Machine, number>> = { x64: 0xc000003e, arm64: 0xc00000b7 };
/** Calls of the x32 interface have this bit; their numbers would be others. */
const X32 = 0x40000000;

const load = (offset: number): Instruction => ({ code: LOAD, yes: 0, no: 0, value: offset });
const answer = (value: number): Instruction => ({ code: ANSWER, yes: 0, no: 0, value });
const compare = (code: number, value: number, yes: number, no: number): Instruction => ({ code, yes, no, value });

/** Answers one call; any other continues after it. */
function answered(number: number | null, error: number): readonly Instruction[] {
  return number === null ? [] : [compare(EQUAL, number, 0, 1), answer(ERROR + error)];
}

/** Compares the argument, ending in the refusal; a call that is not refused continues after it. */
function refusal(denied: ArgumentRule["denied"]): readonly Instruction[] {
  const refuse = answer(ERROR + EPERM);
  if ("bits" in denied) return [compare(ANY_BIT, denied.bits, 0, 1), refuse];
  if ("among" in denied) return denied.among.flatMap((value) => [compare(EQUAL, value, 0, 1), refuse]);
  const { butFor } = denied;
  return [...butFor.map((value, index) => compare(EQUAL, value, butFor.length - index, 0)), refuse];
}

/** Checks an argument of one call, and loads the number again for the next check. */
function lookedAt({ numbers, argument, denied }: ArgumentRule, machine: Machine): readonly Instruction[] {
  const number = numbers[machine];
  if (number === null) return [];
  const body = [load(ARGUMENTS + 8 * argument), ...refusal(denied), load(NUMBER)];
  return [compare(EQUAL, number, 0, body.length), ...body];
}

function instructions(machine: Machine): readonly Instruction[] {
  return [
    load(MACHINE),
    compare(EQUAL, MACHINES[machine], 1, 0),
    answer(KILL),
    load(NUMBER),
    ...(machine === "x64" ? [compare(AT_LEAST, X32, 0, 1), answer(KILL)] : []),
    ...Object.values(DENIED_CALLS).flatMap((numbers) => answered(numbers[machine], EPERM)),
    ...Object.values(ABSENT_CALLS).flatMap((numbers) => answered(numbers[machine], ENOSYS)),
    ...Object.values(ARGUMENT_RULES).flatMap((look) => lookedAt(look, machine)),
    answer(ALLOW),
  ];
}

/**
 * The program for bubblewrap's `--seccomp`, 8 bytes an instruction, little-endian; null for a machine without a table
 * of calls.
 */
export function callFilter(architecture: string): Buffer | null {
  if (architecture !== "x64" && architecture !== "arm64") return null;
  const all = instructions(architecture);
  const program = Buffer.alloc(8 * all.length);
  for (const [index, one] of all.entries()) {
    program.writeUInt16LE(one.code, 8 * index);
    program.writeUInt8(one.yes, 8 * index + 2);
    program.writeUInt8(one.no, 8 * index + 3);
    program.writeUInt32LE(one.value, 8 * index + 4);
  }
  return program;
}
