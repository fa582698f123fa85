/** The filter, interpreted here as the kernel does. That it holds in bubblewrap is shown by tests/proofs/security/ex-calls.test.ts. */
import { expect, it } from "vitest";
import { callFilter } from "#adapters/sandbox/walls/seccomp.ts";
import { ABSENT_CALLS, ARGUMENT_RULES, DENIED_CALLS } from "#adapters/sandbox/walls/seccomp-table.ts";

const MACHINES = { x64: 0xc000003e, arm64: 0xc00000b7 } as const;
const ANSWERS: Readonly<Record<number, string>> = { 2147483648: "kill", 2147418112: "allow", 327681: "EPERM", 327718: "ENOSYS" };

interface Call {
  readonly machine: number;
  readonly number: number;
  readonly args?: readonly number[];
}

/** `struct seccomp_data`. */
function dataOf({ machine, number, args = [] }: Call): Buffer {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(number, 0);
  data.writeUInt32LE(machine, 4);
  for (const [index, value] of args.entries()) data.writeUInt32LE(value, 16 + 8 * index);
  return data;
}

/** Runs the program over a call: https://docs.kernel.org/networking/filter.html. */
function run(program: Buffer, call: Call): string {
  const data = dataOf(call);
  let a = 0;
  for (let at = 0; ; at += 1) {
    const [code, yes, no, k] = [
      program.readUInt16LE(8 * at),
      program.readUInt8(8 * at + 2),
      program.readUInt8(8 * at + 3),
      program.readUInt32LE(8 * at + 4),
    ];
    if (code === 0x06) return ANSWERS[k] ?? `${k}`;
    if (code === 0x20) a = data.readUInt32LE(k);
    else at += { 21: a === k, 53: a >= k, 69: (a & k) !== 0 }[code] ? yes : no;
  }
}

/** The filter of a machine that has one. */
function filterOf(machine: string): Buffer {
  const program = callFilter(machine);
  if (program === null) throw new Error(`no filter for ${machine}`);
  return program;
}

it.each(["x64", "arm64"] as const)("answers each call of the table on %s, and lets every other pass [EX-05]", (name) => {
  const program = filterOf(name);
  const ask = (number: number, ...args: readonly number[]): string => run(program, { machine: MACHINES[name], number, args });
  const numbers = (table: typeof DENIED_CALLS): readonly number[] => Object.values(table).flatMap((one) => one[name] ?? []);
  const [denied, absent] = [numbers(DENIED_CALLS), numbers(ABSENT_CALLS)];
  for (const number of denied) expect(ask(number), `${number}`).toBe("EPERM");
  for (const number of absent) expect(ask(number), `${number}`).toBe("ENOSYS");
  const looked = Object.values(ARGUMENT_RULES).map(({ numbers: of }) => of[name]);
  for (let number = 0; number < 470; number += 1) {
    if (![...denied, ...absent, ...looked].includes(number)) expect(ask(number), `${number}`).toBe("allow");
  }
  expect(new Set([...denied, ...absent]).size).toBe(denied.length + absent.length);
});

it.each([
  { call: "ioctl", args: [0, 0x5412], says: "EPERM" },
  { call: "ioctl", args: [0, 0x541c], says: "EPERM" },
  { call: "ioctl", args: [0, 0x5401], says: "allow" },
  { call: "socket", args: [1], says: "allow" },
  { call: "socket", args: [2], says: "allow" },
  { call: "socket", args: [10], says: "allow" },
  { call: "socket", args: [16], says: "allow" },
  { call: "socket", args: [17], says: "EPERM" },
  { call: "socket", args: [38], says: "EPERM" },
  { call: "socketpair", args: [1], says: "allow" },
  { call: "socketpair", args: [2], says: "EPERM" },
  { call: "personality", args: [0], says: "allow" },
  { call: "personality", args: [0xffffffff], says: "allow" },
  { call: "personality", args: [0x0040000], says: "EPERM" },
  { call: "clone", args: [0x01200011], says: "allow" },
  { call: "clone", args: [0x10000011], says: "EPERM" },
  { call: "clone", args: [0x00020011], says: "EPERM" },
] as const)("looks at the arguments of $call $args: $says [EX-05]", ({ call, args, says }) => {
  for (const name of ["x64", "arm64"] as const) {
    const number = ARGUMENT_RULES[call]?.numbers[name] ?? -1;
    expect(run(filterOf(name), { machine: MACHINES[name], number, args }), name).toBe(says);
  }
});

it("kills who calls as another machine, the 32-bit and the x32 interface included [EX-05]", () => {
  expect(run(filterOf("x64"), { machine: 0x40000003, number: 20 })).toBe("kill");
  expect(run(filterOf("x64"), { machine: MACHINES.x64, number: 0x40000000 + 39 })).toBe("kill");
  expect(run(filterOf("arm64"), { machine: 0x40000028, number: 20 })).toBe("kill");
});

it("has no filter for a machine without a table", () => {
  expect(callFilter("riscv64")).toBeNull();
});
