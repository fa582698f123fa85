/** Says where a memory comes from, so that the reader knows how far to trust it. */
import type { RecalledMemory } from "#core/plan/memory.ts";

/** `said by wim, a maintainer, in issue 3`. The login and the run are untrusted text: the caller quotes them. */
export function originOf({ kind, by, issue, runId }: RecalledMemory["from"]): string {
  const where = issue === null ? `in run ${runId}` : `in issue ${issue}`;
  switch (kind) {
    case "word":
      return `said by ${by}, a maintainer, ${where}`;
    case "fact":
      return `seen by the driver ${where}`;
    case "reflection":
      return `concluded by a model ${where}, and not checked`;
  }
}
