import { expect, it } from "vitest";
import { FREEZE_VARIABLE, FROZEN_MESSAGE, isFrozen } from "#core/config/kill-switch.ts";

it.each([
  [null, false],
  ["", false],
  ["  ", false],
  ["0", false],
  ["false", false],
  [" False\n", false],
  ["1", true],
  ["true", true],
  ["no", true],
  ["since Monday", true],
])("reads %j as frozen: %s", (value, frozen) => {
  expect(isFrozen(value)).toBe(frozen);
});

it("names the variable", () => {
  expect(FROZEN_MESSAGE).toContain(FREEZE_VARIABLE);
});
