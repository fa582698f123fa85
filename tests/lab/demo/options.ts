/** What the demo was asked to play. */
import { parseArgs } from "node:util";

export const USAGE = `npm run demo                          plays the story of a whole journey on a GitHub of this machine's own
npm run demo -- --list                names the stories
npm run demo -- --story <name>        plays one of them
npm run demo -- --repo <dir> --issue <file> --script <file>
                                      plays a model script of yours (tests/lab/model/README.md) in a repository of yours
  --expect <stop_reason>              the exit code says whether the run stopped for this reason
  --local                             plays a story through the command line, without any GitHub
  --keep                              keeps the folder of a story that is played with --local`;

export type Options =
  | { readonly kind: "list" | "help" }
  | { readonly kind: "story"; readonly name: string; readonly expect: string | null; readonly keep: boolean; readonly local: boolean }
  | {
      readonly kind: "repository";
      readonly repo: string;
      readonly issue: string;
      readonly script: string;
      readonly expect: string | null;
    };

/** Reads the arguments. Throws an `Error` that says what is wrong with them. */
export function optionsOf(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      list: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
      keep: { type: "boolean", default: false },
      local: { type: "boolean", default: false },
      story: { type: "string" },
      repo: { type: "string" },
      issue: { type: "string" },
      script: { type: "string" },
      expect: { type: "string" },
    },
  });
  const { repo, issue, script, story, keep, local, expect = null } = values;
  if (keep && !local) throw new Error("--keep belongs to --local: what a story on GitHub leaves is always kept");
  if (values.help) return { kind: "help" };
  if (values.list) return { kind: "list" };
  if (repo === undefined && issue === undefined && script === undefined)
    return { kind: "story", name: story ?? "journey", expect, keep, local };
  if (repo === undefined || issue === undefined || script === undefined || story !== undefined)
    throw new Error("--repo, --issue and --script belong together, without --story");
  return { kind: "repository", repo, issue, script, expect };
}
