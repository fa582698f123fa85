/** A key that a file may not have says which one was meant, where that can be told. */
import { expect, it } from "vitest";
import { parseConfig } from "#agent/specs/config-file.ts";

it.each([
  { wrote: "lable: loop", says: ":1: unknown key lable; did you mean label?" },
  { wrote: "limits: { iteration: 3 }", says: ":1: unknown key limits.iteration; did you mean limits.iterations?" },
  { wrote: "limits: { min_b_refines: 3 }", says: "unknown key limits.min_b_refines; did you mean limits.minBRefines?" },
  { wrote: "label: loop\niterations: 3", says: ":2: unknown key iterations; did you mean limits.iterations?" },
  { wrote: "test: npm test", says: "unknown key test; did you mean tests?" },
  { wrote: "lint: npm run lint", says: "unknown key lint; did you mean checks.lint?" },
  { wrote: "roles: { worker: { efort: high } }", says: "unknown key roles.worker.efort; did you mean roles.worker.effort?" },
  { wrote: "rules: [{ id: a.b.c, descripton: x }]", says: "unknown key rules.0.descripton; did you mean rules.0.description?" },
  { wrote: "auto_approve: { dolars: 1 }", says: "unknown key auto_approve.dolars; did you mean auto_approve.dollars?" },
  { wrote: "temperature: 1", says: "unknown key temperature; remove it" },
  { wrote: "limits: { colour: 1 }", says: "unknown key limits.colour; remove it" },
  { wrote: `${"x".repeat(100)}: 1`, says: `unknown key ${"x".repeat(100)}; remove it` },
  { wrote: "constructor: 1", says: "unknown key constructor; remove it" },
])("$wrote", ({ wrote, says }) => {
  expect(() => parseConfig(wrote, [])).toThrow(says);
});
