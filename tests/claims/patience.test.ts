import { expect, it } from "vitest";
import type { Claim } from "./claim.ts";
import { patienceWith } from "./patience.ts";

const row = (id: string): Claim => ({ id, test: "tests/a.test.ts", fault: "f" });
const outcome = (title: string, ms: number, file = "tests/a.test.ts") => ({ file, title, status: "passed", ms });

it.each([
  { what: "nothing is known of them", sound: [], ms: 90_000 },
  { what: "they took a second", sound: [outcome("a [FS-01]", 1000), outcome("b [FS-02]", 60_000)], ms: 95_000 },
  { what: "two rows share a test", sound: [outcome("a [FS-01, FS-03]", 1000)], ms: 95_000 },
  { what: "another file has the longer one", sound: [outcome("a [FS-01]", 60_000, "tests/b.test.ts")], ms: 90_000 },
  { what: "they take minutes", sound: [outcome("a [FS-01]", 400_000)], ms: 900_000 },
])("waits $ms ms for tests with a fault where $what", ({ sound, ms }) => {
  expect(patienceWith([row("FS-01"), row("FS-03")], sound)).toBe(ms);
});
