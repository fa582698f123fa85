/** Reads the inputs of the Action (`with:`) and checks them as a whole: every wrong input is named. */
import * as z from "zod";
import { isRunId } from "#adapters/github/ref-journal/ref-names.ts";
import type { ProviderAccesses } from "#adapters/model/provider-access.ts";
import { SHORTEST_JOB } from "#core/approval/lease.ts";
import { MINUTE } from "#core/values/time.ts";
import { ACCESS_INPUTS, accessesOf } from "./access.ts";
import type { IdTokens } from "./identity.ts";
import { InputError } from "./input-error.ts";

const WORKING = ["run", "verify", "publish", "rehearse", "record"] as const;
const CONTROL = "control";

/** All inputs. A runner gives "" for an input that is not set. */
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
  verdict: z.string(),
  bundle: z.string(),
  jobs: z.string(),
  freeze: z.string(),
  "wait-for-bot": z.string().regex(/^\d{0,3}$/, { error: "give seconds: a whole number from 0 to 999" }),
  minutes: z.string().regex(/^([1-9][0-9]{1,4})?$/, {
    error: "give the minutes that the job may take, as its timeout-minutes does: a whole number from 10 on",
  }),
});

/** The shortest time of the job `run`, in minutes. */
const LEAST = SHORTEST_JOB / MINUTE;

const Timed = Every.refine(({ station, minutes }) => station !== "run" || minutes === "" || Number(minutes) >= LEAST, {
  path: ["minutes"],
  error:
    `give ${LEAST} or more, here and as timeout-minutes: ` +
    `half an hour before its end a job begins nothing new and hands the run on`,
});

const WorkInputs = Timed.refine(({ station, bundle }) => station === "run" || bundle !== "", {
  path: ["bundle"],
  error: "every job but run needs the path of the artifact's file",
});

/** The default of the workflow file and of `action.yml`. */
const MINUTES = { run: 180, verify: 60, publish: 15, rehearse: 60, record: 15 } as const;

/** The control station takes the issue from the event. */
const ControlInputs = Every.pick({ "github-token": true, jobs: true, freeze: true }).extend({
  station: z.literal(CONTROL),
});

/**
 * Inputs of the control station. `jobs`: how the other jobs of this workflow run ended, in words; empty where there are
 * none.
 */
export interface ControlInputs {
  readonly station: typeof CONTROL;
  readonly token: string;
  /** Null where nothing lets the job in. */
  readonly access: ProviderAccesses;
  readonly jobs: string;
  /** The value of the kill switch when the job started. */
  readonly freeze: string;
}

/**
 * The inputs by their names. `verdict`: the JSON of the job before, its text where it is no JSON, null where it is
 * empty: the publish job checks it.
 */
export interface Inputs {
  readonly station: (typeof WORKING)[number];
  readonly issue: number;
  readonly runId: string;
  /** The hand-over digest. */
  readonly digest: string;
  readonly token: string;
  /** Null where nothing lets the job in. */
  readonly access: ProviderAccesses;
  readonly verdict: unknown;
  readonly bundle: string;
  readonly jobs: string;
  readonly freeze: string;
  /** Seconds that the job `publish` leaves the bot to open the pull request; 0 where there is no bot. */
  readonly waitForBot: number;
  /** Minutes until GitHub kills the job. */
  readonly minutes: number;
}

/** All names, as in `action.yml`. */
export const INPUT_NAMES = [...Object.keys(Every.shape), ...ACCESS_INPUTS];

/**
 * Reads the inputs; `read` gives "" for one that is not set; `idTokens`: null where the job may not ask for one. Throws
 * `InputError` with every wrong input.
 */
export function readInputs(read: (name: string) => string, idTokens: IdTokens | null): Inputs | ControlInputs {
  const given = Object.fromEntries(INPUT_NAMES.map((name) => [name, read(name)]));
  if (given["station"] === CONTROL) {
    const control = checked(ControlInputs, given);
    return {
      station: control.station,
      token: control["github-token"],
      access: accessesOf(read, idTokens),
      jobs: control.jobs,
      freeze: control.freeze,
    };
  }
  const inputs = checked(WorkInputs, given);
  const { station, issue, digest, bundle, jobs, freeze, minutes } = inputs;
  return {
    station,
    issue: Number(issue),
    runId: inputs["run-id"],
    digest,
    token: inputs["github-token"],
    access: accessesOf(read, idTokens),
    verdict: parsed(inputs.verdict),
    bundle,
    jobs,
    freeze,
    waitForBot: Number(inputs["wait-for-bot"]),
    minutes: minutes === "" ? MINUTES[station] : Number(minutes),
  };
}

function checked<T>(schema: z.ZodType<T>, inputs: Readonly<Record<string, string>>): T {
  const given = schema.safeParse(inputs);
  if (given.success) return given.data;
  const wrong = given.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new InputError(`wrong inputs of the Action: ${wrong.join("; ")}. Compare the workflow file with the README's`);
}

function parsed(text: string): unknown {
  if (text === "") return null;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
