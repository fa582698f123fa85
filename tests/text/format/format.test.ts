import { expect, it } from "vitest";
import { cost, count, counted, dollars, duration, percent, score } from "#text/format/format.ts";

it.each([
  [score(6 / 7), "0.86"],
  [score(1), "1.00"],
  [dollars(null), "price unknown"],
  [dollars(0), "$0.00"],
  [dollars(0.004), "<$0.01"],
  [dollars(1.235), "$1.24"],
  [count(999), "999"],
  [count(12_345), "12.3k"],
  [count(999_949), "999.9k"],
  [count(999_950), "1.00M"],
  [duration(400), "0.4 s"],
  [duration(9_950), "10 s"],
  [duration(59_600), "1 min 0 s"],
  [duration(3_725_000), "1 h 2 min"],
  [percent(0.2), "20 %"],
  [percent(1 / 7), "15 %"],
  [counted(1, "rule"), "1 rule"],
  [counted(0, "rule"), "0 rules"],
  [cost({ calls: 2, input: 1000, output: 200, cacheRead: 30, cacheWrite: 4, dollars: 0.1 }), "$0.10, 1.2k tokens"],
])("formats %s", (made, expected) => {
  expect(made).toBe(expected);
});
