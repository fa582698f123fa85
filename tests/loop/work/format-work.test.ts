import { expect, it } from "vitest";
import { formatWork } from "#loop/work/format-work.ts";
import { FILES, journey, MENDED, PREPARED, script, writes } from "../bench.ts";

const FORMAT = "sed -i 's/  */ /g; s/a,b/a, b/' src/*.js test/*.js";
const RAGGED = MENDED.replace("=> ", "=>     ");

it("scores and commits what the format command made of the work, and puts back what it did to other files [S0.61, M0.09]", async () => {
  const options = { config: { checks: { test: "node --test", format: FORMAT } } };
  const { report, run, kit, store, repository, tree, kinds } = await journey(
    script({ worker: writes(RAGGED), preparer: [PREPARED, PREPARED] }),
    options,
  );
  expect(report).toMatchObject({ stage: "completed", score: 1 });
  expect(kinds().filter((kind) => kind === "work_formatted")).toEqual(["work_formatted"]);
  const head = store.branches.get("loop/split") ?? "";
  expect(repository.git("show", `${head}:src/split.js`)).toBe(MENDED.trim());
  expect(repository.git("diff", "--name-only", tree, head)).toBe("src/split.js");
  const after = await run();
  expect(after.progress.rows[0]).toMatchObject({ tree: repository.git("rev-parse", `${head}^{tree}`), changed: ["src/split.js"] });
  const [plan, base] = [after.plan, FILES["test/split.test.js"].includes("a,b")];
  if (plan === null || !base) throw new Error("a plan, and a test that the command would change");
  const broken = { ...after, plan: { ...plan, checks: { ...plan.checks, format: "echo no such style >&2; exit 3" } } };
  const unscored = { ...broken, progress: { ...after.progress, evaluation: null } };
  const details = "echo no such style >&2; exit 3: exit code 3\nno such style";
  expect(await formatWork(unscored, kit)).toEqual([{ kind: "work_formatted", tree: after.progress.tree, changed: [], ok: false, details }]);
  expect(await formatWork({ ...unscored, plan: { ...plan, checks: { ...plan.checks, format: "true" } } }, kit)).toEqual([]);
});
