/** The simulator bites: a product that lacks a protection is noticed. All of them, in 1,000 seeds each: `npm run simulate -- --controls`. */
import { expect, it } from "vitest";
import { ROOT } from "../../house/tools.ts";
import { controlsIn, hunted, judged } from "./controls.ts";
import { drawn } from "./draw.ts";
import { played } from "./play.ts";

const CONTROLS = controlsIn(ROOT);

/** What must be taken out one at a time, at the least. */
const LEAST = ["no_compare_and_swap", "no_fencing", "no_settle_window", "no_permission_later", "no_look_before"];

it.each(["no_look_before", "no_permission_later"])("notices within a few seeds that the product has %s [CR-19]", async (name) => {
  expect(Object.keys(CONTROLS)).toEqual(expect.arrayContaining(LEAST));
  const control = CONTROLS[name];
  if (control === undefined) throw new Error(`there is no control ${name}`);
  expect(judged(control, await hunted(ROOT, control, "50"), "seed")).toMatchObject({ ok: true });
});

it("notices nothing in the same seeds where nothing is missing [CR-19]", async () => {
  for (let seed = 1; seed <= 5; seed++) expect((await played(drawn(seed))).broken).toEqual([]);
});

const PREY = { at: 3, law: "lost: the run" };

it.each([
  { name: "one that faults show", calm: null, prey: PREY, ok: true, words: "caught at seed 3: lost" },
  { name: "one that nothing shows", calm: null, prey: null, ok: false, words: "NOT CAUGHT" },
  { name: "one that breaks more than it says", calm: "J4", prey: PREY, ok: false, words: "WITHOUT A FAULT: J4" },
  { name: "one that says that it is always seen", calm: "J4", prey: PREY, always: "why", ok: true, words: "(and without a fault)" },
  { name: "one that says so and is not", calm: null, prey: PREY, always: "why", ok: false, words: "says: why" },
])("a control counts only where it takes out what it names: $name", ({ calm, prey, ok, words, always }) => {
  expect(judged({ always }, { calm, prey }, "seed")).toEqual({ ok, words: expect.stringContaining(words) });
});
