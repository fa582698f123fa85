/** Makes the attacks on a plan: those that its rules call for, a part of earlier work, and faults in its scope. */
import type { Attack } from "#core/attacks/attack.ts";
import { attacksOf } from "#core/attacks/attacks-of.ts";
import type { AttackBase } from "#core/attacks/demands/attack-base.ts";
import { mayFaultsSlip } from "#core/attacks/open-rules.ts";
import type { FixedFile } from "#core/backtest/half.ts";
import { faultsInScope } from "#loop/checks/faults/fault-places.ts";
import { fixedFiles } from "#loop/checks/on-tree/fixed-files.ts";
import type { CheckSubject } from "#loop/checks/on-tree/subject.ts";

/** Faults in the scope that are tried. */
const FAULTS = 3;

/** The attacks, the cheapest first. `work`: the tree of earlier work; null: none. Throws `Failure("git")`. */
export async function attacksIn(
  subject: CheckSubject,
  base: AttackBase,
  work: string | null,
): Promise<readonly Attack[]> {
  return [...attacksOf(base, await earlierFiles(subject, work)), ...(await faultsOf(subject, base))];
}

async function earlierFiles({ plan, workspace }: CheckSubject, work: string | null): Promise<readonly FixedFile[]> {
  if (work === null) return [];
  const { tree } = plan.base;
  const paths = (await workspace.changes(tree, work)).map(({ path }) => path);
  return fixedFiles(paths, [tree, work], workspace);
}

/** Faults by syntax in what the scope names, as attacks. */
async function faultsOf(subject: CheckSubject, base: AttackBase): Promise<readonly Attack[]> {
  if (!mayFaultsSlip(base)) return [];
  const { texts } = base;
  const faults = await faultsInScope(subject, FAULTS);
  return faults.flatMap(({ path, line, now }) => {
    const text = texts.get(path);
    return text === undefined
      ? []
      : [
          {
            name: "fault" as const,
            line,
            edits: [
              {
                path,
                text: text
                  .split("\n")
                  .with(line - 1, now)
                  .join("\n"),
              },
            ],
          },
        ];
  });
}
