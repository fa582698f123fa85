/** What the demo was asked to play. */
import { parseArgs } from "node:util";
import type { Asked } from "./all.ts";

export const USAGE = `npm run demo                          plays the story of a whole journey on a GitHub of this machine's own
npm run demo -- --list                names the stories; nothing is built for it
npm run demo <name>                   plays one of them
npm run demo -- --repo <dir> --issue <file> --script <file>
                                      plays a model script of yours (tests/lab/model/README.md) in a repository of yours
  --expect <stop_reason>              the exit code says whether the run stopped for this reason
  --local                             plays a story through the command line, without any GitHub
  --zero-server                       plays a story on GitHub without a bot: the jobs of the workflow are the desk
  --keep                              keeps the folder of a story that is played with --local
npm run stories                       plays all stories, each where it belongs
npm run stories -- --keep             and writes their journals to tests/journeys/stories/journals
npm run stories -- --canary           with a model that says secrets in whatever it writes: none of them may leave
npm run stories -- --only <a,b>       plays some`;

/** Where a story is played: on GitHub with the bot or without one, or on the command line. */
export type Place = "hosted" | "zero-server" | "local";

export type Options =
  | { readonly kind: "help" }
  | ({ readonly kind: "all" } & Asked)
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
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      all: { type: "boolean", default: false },
      canary: { type: "boolean", default: false },
      only: { type: "string" },
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
  const [named, ...more] = [...(values.story === undefined ? [] : [values.story]), ...positionals];
  if (more.length > 0) throw new Error(`one story is played at a time, not ${[named, ...more].join(" and ")}`);
  const asked = { ...values, story: named };
  return values.all ? allOf(asked) : oneOf(asked);
}

interface Values {
  readonly canary: boolean;
  readonly only?: string | undefined;
  readonly keep: boolean;
  readonly help: boolean;
  readonly local: boolean;
  readonly "zero-server": boolean;
  readonly story?: string | undefined;
  readonly repo?: string | undefined;
  readonly issue?: string | undefined;
  readonly script?: string | undefined;
  readonly expect?: string | undefined;
}

function oneOf(values: Values): Options {
  const { repo, issue, script, story, keep, expect = null } = values;
  const where = placeOf(values);
  mustBeOfOne(values);
  if (values.help) return { kind: "help" };
  if (repo === undefined && issue === undefined && script === undefined)
    return { kind: "story", name: story ?? "journey", expect, keep, where };
  if (repo === undefined || issue === undefined || script === undefined || story !== undefined || where === "zero-server")
    throw new Error("--repo, --issue and --script belong together, without --story and --zero-server");
  return { kind: "repository", repo, issue, script, expect };
}

function mustBeOfOne({ canary, only, keep, local }: Values): void {
  if (canary || only !== undefined) throw new Error("--canary and --only belong to npm run stories");
  if (keep && !local) throw new Error("--keep belongs to --local: what a story on GitHub leaves is always kept");
}

function allOf(values: Values): Options {
  const { keep, canary, only } = values;
  const other = Object.entries(values).find(([name, value]) => !["all", "keep", "canary", "only"].includes(name) && Boolean(value));
  if (other !== undefined) throw new Error(`--all plays each story where it belongs: --${other[0]} does not go with it`);
  if (keep && canary) throw new Error("--keep is for stories as they are written");
  return { kind: "all", keep, canary, only: only?.split(",") ?? null };
}

function placeOf(values: { readonly local: boolean; readonly "zero-server": boolean }): Place {
  if (values.local && values["zero-server"]) throw new Error("--zero-server is on GitHub, and --local is not: choose one");
  if (values.local) return "local";
  return values["zero-server"] ? "zero-server" : "hosted";
}
