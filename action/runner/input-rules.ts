/** Holds the inputs of the Action (`with:`) to what each station must be given, and may be. */
import * as z from "zod";
import { isRunId } from "#adapters/github/ref-journal/ref-names.ts";
import { SHORTEST_JOB } from "#core/approval/lease.ts";
import { MINUTE } from "#core/values/time.ts";
import { InputError } from "./input-error.ts";

/** The stations that work on one run. */
export const WORKING = ["run", "verify", "publish", "rehearse", "record"] as const;
/** The station that takes the issue from the event. */
export const CONTROL = "control";

/** All inputs but those for providers of models. A runner gives "" for an input that is not set. */
const Every = z.object({
  station: z.enum(WORKING, { error: `say which job this is: ${[...WORKING, CONTROL].join(", ")}` }),
  issue: z.string().regex(/^[1-9][0-9]{0,9}$/, { error: "give the number of the issue" }),
  "run-id": z
    .string()
    .refine(isRunId, { error: "give the id of the run as Loopwright made it: lower-case letters, digits, hyphens" }),
  digest: z.string().regex(/^[0-9a-f]{64}$/, {
    error: "give the digest that Loopwright started this workflow with: 64 hexadecimal digits",
  }),
  "github-token": z
    .string()
    .min(1, { error: "the token is empty: leave the input out, its default is the job's own token" }),
  "app-token": z.string(),
  verdict: z.string(),
  bundle: z.string(),
  jobs: z.string(),
  freeze: z.string(),
  "wait-for-bot": z.string().regex(/^\d{0,3}$/, { error: "give seconds: a whole number from 0 to 999" }),
  minutes: z.string().regex(/^([1-9][0-9]{1,4})?$/, {
    error: "give the minutes that the job may take, as its timeout-minutes does: a whole number from 10 on",
  }),
});

/** Names of these inputs, as in `action.yml`. */
export const RULED_INPUTS: readonly string[] = Object.keys(Every.shape);

/** The shortest time of the job `run`, in minutes. */
const LEAST = SHORTEST_JOB / MINUTE;

const Timed = Every.refine(({ station, minutes }) => station !== "run" || minutes === "" || Number(minutes) >= LEAST, {
  path: ["minutes"],
  error:
    `give ${LEAST} or more, here and as timeout-minutes: ` +
    `half an hour before its end a job begins nothing new and hands the run on`,
});

const NO_APP_TOKEN = "only the job publish opens pull requests: hand the App's token to no other job";

/** What each job but `control` must be given. */
export const WorkInputRules = Timed.refine(({ station, bundle }) => station === "run" || bundle !== "", {
  path: ["bundle"],
  error: "every job but run needs the path of the artifact's file",
}).refine((given) => given.station === "publish" || given["app-token"] === "", {
  path: ["app-token"],
  error: NO_APP_TOKEN,
});

/** What `control` must be given: it takes the issue from the event. */
export const ControlInputRules = Every.pick({ "github-token": true, jobs: true, freeze: true }).extend({
  station: z.literal(CONTROL),
  "app-token": z.literal("", { error: NO_APP_TOKEN }),
});

/** The inputs as the schema gives them. Throws `InputError` that names every wrong one. */
export function checkedInputs<T>(schema: z.ZodType<T>, inputs: Readonly<Record<string, string>>): T {
  const given = schema.safeParse(inputs);
  if (given.success) return given.data;
  const wrong = given.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new InputError(`wrong inputs of the Action: ${wrong.join("; ")}. Compare the workflow file with the README's`);
}
