import * as fc from "fast-check";
import { expect, it } from "vitest";
import { graphOf } from "#core/tasks/graph.ts";
import { markFailed, markResolved, markStarted, switchAlternative } from "#core/tasks/graph-moves.ts";
import { commitMessage } from "#text/comments/commit-message.ts";
import { statusComment } from "#text/comments/status-comment.ts";
import { failedAtoms } from "#text/phrases/atom-words.ts";
import { graphDiagram, planDiagram, taskList } from "#text/sections/work-graph.ts";
import { anAtom } from "../../builders/atoms.ts";
import { aRun, sha } from "../../builders/run.ts";
import { graphWith } from "../../core/stories/graph-play.ts";

const WAYS = [
  anAtom("A1", { description: "Read the file", doubtful: true }),
  anAtom("A2", { description: "Use a table", group: "way-in", dependsOn: ["A1"] }),
  anAtom("A3", { description: "Use a tree", group: "way-in", dependsOn: ["A1"] }),
  anAtom("A4", { description: "Write it", dependsOn: ["A2"] }),
];

function halfway() {
  const tree = sha("1");
  const read = markResolved(markStarted(graphOf(WAYS), "A1", tree), "A1", { binding: { summary: "read", artifacts: [] }, tree });
  const over = markFailed(read, "A2", { why: "no room for `it`", iteration: 1, final: true });
  return markStarted(switchAlternative(over, { group: "way-in", from: "A2", to: "A3", reason: "r", at: 0 }), "A3", tree);
}

it("draws the graph with its groups and colours [M2.03]", () => {
  expect(graphDiagram(halfway(), true)).toMatchInlineSnapshot(`
    "\`\`\`mermaid
    flowchart TD
      subgraph any_way_in ["one of: way-in"]
        A2["A2: Use a table"]
        A3["A3: Use a tree"]
      end
      A1["A1: Read the file"]
      A4["A4: Write it"]
      A1 --> A2
      A1 --> A3
      any_way_in --> A4
      classDef pending fill:#f6f8fa,stroke:#8c959f,color:#24292f
      classDef running fill:#ddf4ff,stroke:#0969da,color:#24292f
      classDef resolved fill:#dafbe1,stroke:#1a7f37,color:#24292f
      classDef skipped fill:#f6f8fa,stroke:#d0d7de,color:#8c959f,stroke-dasharray:4
      classDef failed fill:#ffebe9,stroke:#cf222e,color:#24292f
      class A1 resolved
      class A2 failed
      class A3 running
      class A4 pending
    \`\`\`"
  `);
});

it("lists the atoms as tasks, the parts of one below it [M2.03]", () => {
  const graph = halfway();
  const part = { ...graph.atoms[3], atom: anAtom("A4.1", { dependsOn: ["A2"] }), parent: "A4" } as never;
  expect(taskList({ ...graph, atoms: [...graph.atoms, part] })).toMatchInlineSnapshot(`
    "- [x] **A1** Read the file (done)
    - [ ] **A2** Use a table (failed, given up for A3): no room for &#x60;it&#x60;
    - [ ] **A3** Use a tree (in hand)
    - [ ] **A4** Write it (split)
      - [ ] **A4.1** do A4.1 (open)"
  `);
  expect(graphDiagram({ ...graph, atoms: [...graph.atoms, part] }, false)).toContain("  A4 -.- A4_1");
});

it("draws no picture of a single atom", () => {
  expect(planDiagram([anAtom("A1")])).toBe("");
});

it("warns of a stall where everybody sees it [M2.07]", () => {
  expect(statusComment(aRun({ graph: { ...halfway(), stalls: 1 } }), { compare: null })).toContain("**stall 1/3: switch strategy**");
  expect(statusComment(aRun({ graph: halfway() }), { compare: null })).not.toContain("stall");
});

it("names in a commit the atoms that came with it, and none that was kept before [M2.03, X.08]", () => {
  const done = { status: "resolved" as const };
  const graph = graphWith(WAYS, { A1: { ...done, kept: true }, A2: done, A4: done });
  expect(commitMessage(aRun({ graph }))).toContain("\nLoop-Atom: A2, A4\nLoop-Score");
  expect(commitMessage(aRun({ graph: graphOf(WAYS) }))).not.toContain("Loop-Atom");
});

/** No description ends its label, its line or its block, and none brings a word of Mermaid's with it. */
it("keeps every label in its quotation marks, whatever a description says [M2.03]", () => {
  const property = fc.property(fc.string({ unit: "binary", minLength: 1, maxLength: 200 }), (description) => {
    const nasty = `${description}"] end\n\`\`\`\nclick A1 "javascript:x" %%{init}%% #quot; <b>`;
    const lines = planDiagram([anAtom("A1", { description: nasty }), anAtom("A2", { dependsOn: ["A1"] })]).split("\n");
    expect(lines.length).toBe(6);
    expect(lines[2]).toMatch(/^ {2}A1\["A1: [\p{L}\p{N} .,:()/_…-]*"\]$/u);
  });
  void fc.assert(property, { numRuns: 300 });
});

it("takes no atom for trouble that an alternative is done for [S2.08]", () => {
  expect(failedAtoms(halfway())).toEqual([]);
  expect(failedAtoms({ ...halfway(), selected: {} })).toEqual(["A2 failed: no room for `it`"]);
});
