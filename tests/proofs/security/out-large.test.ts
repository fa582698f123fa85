/** A change beyond what one person reads in one go pauses the run with a list, and goes on when somebody says so: real git, real files (OUT-13). */
import { expect, it } from "vitest";
import { steer } from "#core/commands/steer.ts";
import { writeDown } from "#loop/context/write-down.ts";
import { statusComment } from "#text/comments/status-comment.ts";
import { bench, MENDED, script, writes } from "../../loop/bench.ts";

it("shows the list of what is too large before anything goes on, once for each work", async () => {
  const long = `// ${"x".repeat(6_000)}\n`;
  const made = await bench(script({ worker: [...writes(`${MENDED}${long}`)] }));
  await made.go();
  await made.consent();
  expect(await made.go()).toMatchObject({ stage: "paused", stopReason: "large_change" });
  const paused = await made.run();
  expect(paused.gaveUp?.message).toMatch(/^"[^"]+" has a line of 600\d characters, more than 5000$/);
  expect(statusComment(paused, { compare: "" })).toContain("characters, more than 5000");
  expect(paused.progress.head.commit).not.toBe(paused.base.commit);
  await writeDown(made.journal, made.kit.clock, (run) => {
    const said = steer(run, { word: "continue", by: "ana", text: "" });
    return { drafts: said.kind === "said" ? [said.draft] : [], alone: false };
  });
  expect(await made.go()).toMatchObject({ stage: "completed" });
  expect(made.kinds().filter((kind) => kind === "paused")).toHaveLength(1);
});
