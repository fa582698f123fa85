import { expect, it } from "vitest";
import { reportOf } from "./timed.ts";

it("reads the report of GNU time, also behind what it says of a program that failed", () => {
  expect(reportOf("1.25 0.50 2048\n")).toEqual({ seconds: 1.75, megabytes: 2 });
  expect(reportOf("Command exited with non-zero status 3\n0.10 0.00 1024\n")).toEqual({ seconds: 0.1, megabytes: 1 });
});

it("refuses a report that is none", () => {
  expect(() => reportOf("time: cannot run pi\n")).toThrow("GNU time says: time: cannot run pi");
});
