import { expect, it } from "vitest";
import { findCommand } from "#core/commands/find-command.ts";

it.each([
  "/approve 3fa9c1d2e4b53fa9c1d2e4b53fa9c1d2\n/stop",
  "/approve\r\n  /STOP now",
  "/loop approve\nthanks\n/loop stop",
  "/resume\n/stop",
  "/approve now\n/stop",
])("hears the stop of %j, and says why [CMD-17]", (body) => {
  expect(findCommand(body)?.command).toEqual({ kind: "stop", note: expect.stringContaining("a stop comes before everything") });
});

it.each([
  ["/approve\n\n/stop", "approve"],
  ["/approve\n> /stop", "approve"],
  ["/approve\n```\n/stop\n```", "approve"],
  ["/approve\nnever /stop", "approve"],
  ["/redirect Call it\n/stop", "redirect"],
  ["/stop\n/approve", "stop"],
  ["/approve\n/status", "approve"],
])("hears the first line of %j: %s", (body, kind) => {
  expect(findCommand(body)?.command.kind).toBe(kind);
});

it("hears nothing in prose", () => {
  expect([findCommand("Stop!\n/stop"), findCommand("")]).toEqual([null, null]);
});
