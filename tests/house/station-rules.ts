/** What each job of our workflow files may do, by the station that it plays: the jobs need not trust one another (architecture 2, SC-07). */
import { isDeepStrictEqual } from "node:util";
import { parse } from "yaml";
import * as z from "zod";

interface Station {
  /** Exactly these: a right more is a fault, and one less does not work. */
  readonly rights: Readonly<Record<string, string>>;
  /** Names of secrets whose values it may be handed. */
  readonly secrets: readonly string[];
  /** Actions beside the one that plays the station. No job runs a script of the file itself. */
  readonly actions: readonly string[];
}

/** The key of each provider: a station that asks models may be handed whichever is set. */
const KEY = ["ANTHROPIC_API_KEY", "OPENAI_API_KEY"];
/** Our own actions: as others name them, and as a workflow of this repository does. */
const OURS = ["loopwright/loopwright", "$/action"];
const SANDBOX = ["loopwright/loopwright/.github/actions/sandbox", "$/.github/actions/sandbox"];
const WORKS = { secrets: KEY, actions: [...SANDBOX, "actions/checkout", "actions/upload-artifact"] };

/** `run` cannot open a pull request, `verify` cannot write at all, `publish` has nothing of the repository on its disk, and `control` tries plans in the sandbox. */
const STATIONS: Readonly<Record<string, Station>> = {
  run: { rights: { contents: "write", issues: "write" }, ...WORKS },
  verify: { rights: { contents: "read" }, ...WORKS },
  publish: {
    rights: { contents: "write", "pull-requests": "write", issues: "write", actions: "write", checks: "write" },
    // The key of the maintainer's App is for the step that makes a token of it; our own step is handed that token.
    secrets: ["LOOPWRIGHT_APP_PRIVATE_KEY"],
    actions: ["actions/download-artifact", "actions/create-github-app-token", "actions/upload-artifact"],
  },
  rehearse: { rights: { contents: "read" }, ...WORKS, secrets: [] },
  record: { rights: { contents: "write" }, secrets: [], actions: ["actions/download-artifact"] },
  control: {
    rights: { contents: "write", issues: "write", "pull-requests": "write", actions: "write" },
    secrets: KEY,
    actions: [...SANDBOX, "actions/checkout"],
  },
};

const Step = z.looseObject({
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.looseObject({ station: z.string().optional(), "app-token": z.string().optional() }).optional(),
});
const Job = z.looseObject({ permissions: z.record(z.string(), z.string()).optional(), steps: z.array(Step) });
type Job = z.output<typeof Job>;
const File = z.looseObject({ jobs: z.record(z.string(), Job) });

/** Everything that a job may and its station may not, in words; empty where nothing is. */
export function complaintsOfStations(text: string): readonly string[] {
  // `on` hands nothing over: a workflow that is called declares there which secrets it takes.
  const { jobs, on: _, ...rest } = File.parse(parse(text));
  return [
    ...secretsIn(rest).map((name) => `every job is handed ${name}`),
    ...Object.entries(jobs).flatMap(([name, job]) => complaintsOf(job).map((complaint) => `${name}: ${complaint}`)),
  ];
}

function complaintsOf(job: Job): readonly string[] {
  const played = job.steps.flatMap((step) => step.with?.station ?? []);
  const station = STATIONS[played[0] ?? ""];
  if (station === undefined || played.length !== 1) return [`it plays ${played.join(" and ") || "no station"}`];
  const ours = job.steps.filter(({ uses }) => OURS.includes(uses?.split("@")[0] ?? ""));
  const actions = job.steps.flatMap(({ uses }) => uses?.split("@")[0] ?? []);
  return [
    ...(isDeepStrictEqual(job.permissions, station.rights) ? [] : [`its rights are ${JSON.stringify(job.permissions)}`]),
    ...secretsIn(ours).flatMap((name) => (KEY.includes(name) ? [] : [`our step is handed ${name}`])),
    ...(ours.some((step) => step.with?.["app-token"]) && played[0] !== "publish" ? ["it is handed the App's token"] : []),
    ...secretsIn(job).flatMap((name) => (station.secrets.includes(name) ? [] : [`it is handed ${name}`])),
    ...actions.flatMap((name) => (OURS.includes(name) || station.actions.includes(name) ? [] : [`it starts ${name}`])),
    ...(job.steps.every(({ run }) => run === undefined) ? [] : ["it runs a script of the file"]),
  ];
}

/** Names of the secrets that expressions in this part of the file name; all of them at once is one, too. */
function secretsIn(part: unknown): readonly string[] {
  return [...JSON.stringify(part).matchAll(/\bsecrets\b(?:\.(\w+))?/g)].map(([, name]) => name ?? "all secrets");
}
