/** What the demo was asked to play. */
import { parseArgs } from "node:util";

export const USAGE = `npm run demo                          plays the story of a whole journey on a GitHub of this machine's own
npm run demo -- --list                names the stories
npm run demo -- --story <name>        plays one of them
npm run demo -- --repo <dir> --issue <file> --script <file>
                                      plays a model script of yours (tests/lab/model/README.md) in a repository of yours
  --expect <stop_reason>              the exit code says whether the run stopped for this reason
  --local                             plays a story through the command line, without any GitHub
  --zero-server                       plays a story on GitHub without a bot: the jobs of the workflow are the desk
  --keep                              keeps the folder of a story that is played with --local
npm run stories                       plays all stories, each where it belongs
npm run stories -- --keep             and writes their journals to tests/stories/journals`;

/** Where a story is played: on GitHub with the bot or without one, or on the command line. */
export type Place = "hosted" | "zero-server" | "local";

export type Options =
  | { readonly kind: "list" | "help" }
  | { readonly kind: "all"; readonly keep: boolean }
  | {
      readonly kind: "story";
      readonly name: string;
      readonly expect: string | null;
      readonly keep: boolean;
      readonly where: Place;
    }
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
      all: { type: "boolean", default: false },
      list: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
      keep: { type: "boolean", default: false },
      local: { type: "boolean", default: false },
      "zero-server": { type: "boolean", default: false },
      story: { type: "string" },
      repo: { type: "string" },
      issue: { type: "string" },
      script: { type: "string" },
      expect: { type: "string" },
    },
  });
  const { repo, issue, script, story, keep, expect = null } = values;
  const where = placeOf(values);
  if (values.all) return allOf(args, keep);
  if (keep && where !== "local") throw new Error("--keep belongs to --local: what a story on GitHub leaves is always kept");
  if (values.help) return { kind: "help" };
  if (values.list) return { kind: "list" };
  if (repo === undefined && issue === undefined && script === undefined)
    return { kind: "story", name: story ?? "journey", expect, keep, where };
  if (repo === undefined || issue === undefined || script === undefined || story !== undefined || where === "zero-server")
    throw new Error("--repo, --issue and --script belong together, without --story and --zero-server");
  return { kind: "repository", repo, issue, script, expect };
}

function allOf(args: readonly string[], keep: boolean): Options {
  const other = args.find((arg) => arg !== "--all" && arg !== "--keep");
  if (other !== undefined) throw new Error(`--all plays each story where it belongs: ${other} does not go with it`);
  return { kind: "all", keep };
}

function placeOf(values: { readonly local: boolean; readonly "zero-server": boolean }): Place {
  if (values.local && values["zero-server"]) throw new Error("--zero-server is on GitHub, and --local is not: choose one");
  if (values.local) return "local";
  return values["zero-server"] ? "zero-server" : "hosted";
}
