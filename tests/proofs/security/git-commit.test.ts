/** A commit is made by the driver: who wrote it, when and with which words is nothing that a worker decides (GIT-15). */
import { expect, it } from "vitest";
import { commitMessage } from "#text/comments/commit-message.ts";
import { SANDBOXES, sh, stage } from "../../adapters/git/stage.ts";
import { aFinishedRun } from "../../builders/finished-run.ts";
import { aPlan } from "../../builders/run.ts";

const AT = 1_790_000_000_000;
/** As a model, or whoever talked it into that, would write them into a plan. */
const FORGED = `Mend\n\nSigned-off-by: Linus <l@x>\nCo-authored-by: All <all@x>\nReviewed-by: ada <ada@x>\n${"long ".repeat(80)}`;

const COMMITS = [
  "export GIT_AUTHOR_NAME=Linus GIT_AUTHOR_EMAIL=l@x GIT_COMMITTER_NAME=ada GIT_COMMITTER_EMAIL=ada@x",
  "echo 1 > one; git add -A; GIT_AUTHOR_DATE='1970-01-01T00:00:00Z' GIT_COMMITTER_DATE='1970-01-01T00:00:00Z' git commit -qm x",
  "head -c 3000000 /dev/zero | tr '\\0' x > msg",
  "echo 2 > one; GIT_AUTHOR_DATE='2099-01-01T00:00:00Z' GIT_COMMITTER_DATE='2099-01-01T00:00:00Z' git commit -qaF msg; rm msg",
  "echo 3 > one; git commit -qam 'x' --trailer 'Co-authored-by: all <a@x>' --trailer 'Signed-off-by: Linus <l@x>'",
];

it.each(SANDBOXES)("$name: author, time and message of a commit are ours, whatever a worker committed [GIT-15]", async ({ make }) => {
  const { workspace, repository, tree } = stage(make);
  const site = await workspace.open(tree, { git: true });
  await sh(site, COMMITS.join("; "));
  const { tree: next } = await workspace.snapshot(site, { protected: [] });
  const plan = aPlan({
    objective: { background: FORGED, intent: FORGED, deliverables: [FORGED, FORGED], done: ["y"], clarifications: [] },
  });
  const approval = { by: "wim", digest: "a".repeat(64), handover: "b".repeat(64), comment: 1, account: 501, at: 1 };
  const message = commitMessage(aFinishedRun({ plan, approval }));
  const parent = repository.git("rev-parse", "HEAD");
  const commit = await workspace.commit({ tree: next, parent, message, at: AT });
  const one = (format: string): string => repository.git("log", "-1", `--format=${format}`, commit);
  const us = "Loopwright <loopwright@example.com>";
  expect(one("%an <%ae>|%cn <%ce>|%at|%ct|%P")).toBe(`${us}|${us}|${AT / 1000}|${AT / 1000}|${parent}`);
  expect(one("%(trailers:key=Co-authored-by)").trim()).toBe("Co-authored-by: wim <501+wim@users.noreply.github.com>");
  expect(one("%(trailers:key=Signed-off-by)%(trailers:key=Reviewed-by)").trim()).toBe("");
  expect([one("%s").length <= 72, one("%B").length < 2_000]).toEqual([true, true]);
  expect(repository.git("show", `${commit}:one`)).toBe("3");
});
