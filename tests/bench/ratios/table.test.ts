import { expect, it } from "vitest";
import type { Contest, Figures } from "../contest.ts";
import { measuredOf } from "./measured.ts";
import { tableOf } from "./table.ts";

const CONTEST: Contest = {
  name: "c",
  what: "w",
  figures: [
    {
      name: "own time",
      unit: "ms",
      targets: [
        { most: 2, against: "floor" },
        { most: 1, against: "pi" },
        { most: 1, against: "claude-bare" },
      ],
    },
    { name: "growth", unit: "times", targets: [{ most: 1.1, against: "nobody" }] },
    { name: "first request", unit: "bytes", targets: [{ most: 4_400, against: "nobody" }] },
  ],
  takesPeers: true,
  play: async () => ({}),
};

function play(time: number, growth: number, bytes: number): Figures {
  return { "own time": time, growth, "first request": bytes };
}

it("shows what each contestant took, the ratios, the kept one, and which targets are met", () => {
  const measured = measuredOf(
    CONTEST,
    new Map([
      ["ours", [play(9, 1, 3_500), play(12, 1.5, 3_500)]],
      ["floor", [play(3, 1, 2_000)]],
      ["pi", [play(18, 1, 7_000)]],
    ]),
  );
  const [head, ...rows] = tableOf(measured, { "own time": 2.5 }).map((line) => line.split(/ {2,}/));
  const spread = (name: string): readonly string[] => [`${name} min`, "median"];
  const beside = [...spread("floor"), "ratio", "kept", ...spread("pi"), "ratio", "target"];
  expect(head).toEqual(["figure", "unit", ...spread("ours"), ...beside]);
  const targets = "2 of floor MISSED, 1 of pi met";
  expect(rows).toEqual([
    ["own time", "ms", "9.0", "10.5", "3.0", "3.0", "3.00", "2.50", "18.0", "18.0", "0.50", targets],
    ["growth", "times", "1.00", "1.25", "1.00", "1.00", "1.25", "-", "1.00", "1.00", "1.25", "1.1 times MISSED"],
    ["first request", "bytes", "3500", "3500", "2000", "2000", "1.75", "-", "7000", "7000", "0.50", "4400 bytes met"],
  ]);
});
