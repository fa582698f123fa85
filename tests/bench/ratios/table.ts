/** The table of a contest is printed with one line for each figure. */
import type { Figure, Target, Unit } from "../contest.ts";
import type { Measured } from "./measured.ts";
import { type Spread, telling } from "./statistics.ts";
import type { KeptRatios } from "./verdict.ts";

/** Digits behind the point that tell something. */
const DIGITS: Readonly<Record<Unit, number>> = { ms: 1, s: 2, MB: 1, bytes: 0, tokens: 0, times: 2, count: 0 };

type Row = readonly string[];

const HEAD: Row = ["figure", "unit", "ours min", "median", "floor min", "median", "ratio", "kept"];

/** The lines of the table: figures from top to bottom, contestants from left to right, ratios as ours over theirs. */
export function tableOf(measured: readonly Measured[], kept: KeptRatios): readonly string[] {
  const peers = measured[0]?.peers.map(({ name }) => [`${name} min`, "median", "ratio"]) ?? [];
  const head = [...HEAD, ...peers.flat(), "target"];
  const rows = [head, ...measured.map((one) => rowOf(one, kept))];
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => padded(cell, column, widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/** Words begin at one place, numbers end at one. */
function padded(cell: string, column: number, width: number): string {
  return column < 2 ? cell.padEnd(width) : cell.padStart(width);
}

function rowOf(measured: Measured, kept: KeptRatios): Row {
  const { figure, ours, floor, ratio, peers } = measured;
  const was = kept[figure.name];
  const others = peers.flatMap(({ spread, ratio: over }) => [...cells(figure, spread), over.toFixed(2)]);
  const beside = [ratio.toFixed(2), was === undefined ? "-" : was.toFixed(2), ...others];
  const targets = figure.targets.flatMap((target) => toldTarget(target, measured));
  return [figure.name, figure.unit, ...cells(figure, ours), ...cells(figure, floor), ...beside, targets.join(", ")];
}

function cells({ unit }: Figure, { least, median }: Spread): Row {
  return [least.toFixed(DIGITS[unit]), median.toFixed(DIGITS[unit])];
}

/** The target and whether it is met; nothing where its peer did not play. */
function toldTarget({ most, against }: Target, { figure, ours, ratio, peers }: Measured): readonly string[] {
  if (against === "nobody") return [`${most} ${figure.unit} ${metOrNot(telling(figure, ours) <= most)}`];
  const is = against === "floor" ? ratio : peers.find(({ name }) => name === against)?.ratio;
  return is === undefined ? [] : [`${most} of ${against} ${metOrNot(is <= most)}`];
}

const metOrNot = (isMet: boolean): string => (isMet ? "met" : "MISSED");
