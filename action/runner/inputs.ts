/** Reads the inputs of the Action (`with:`) and checks them as a whole: every wrong input is named. */
import type { ProviderAccesses } from "#adapters/model/provider-access.ts";
import { ACCESS_INPUTS, accessesOf } from "./access.ts";
import type { IdTokens } from "./identity.ts";
import {
  CONTROL,
  ControlInputRules,
  checkedInputs,
  RULED_INPUTS,
  type WORKING,
  WorkInputRules,
} from "./input-rules.ts";

/** The default of the workflow file and of `action.yml`, in minutes. */
const MINUTES = { run: 180, verify: 60, publish: 15, rehearse: 60, record: 15 } as const;

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
  /** The token of the maintainer's App, which opens pull requests; null where none is given. Of `publish` alone. */
  readonly appToken: string | null;
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
export const INPUT_NAMES = [...RULED_INPUTS, ...ACCESS_INPUTS];

/**
 * Reads the inputs; `read` gives "" for one that is not set; `idTokens`: null where the job may not ask for one. Throws
 * `InputError` with every wrong input.
 */
export function readInputs(read: (name: string) => string, idTokens: IdTokens | null): Inputs | ControlInputs {
  const given = Object.fromEntries(INPUT_NAMES.map((name) => [name, read(name)]));
  if (given["station"] === CONTROL) {
    const control = checkedInputs(ControlInputRules, given);
    return {
      station: control.station,
      token: control["github-token"],
      access: accessesOf(read, idTokens),
      jobs: control.jobs,
      freeze: control.freeze,
    };
  }
  const inputs = checkedInputs(WorkInputRules, given);
  const { station, issue, digest, bundle, jobs, freeze, minutes } = inputs;
  return {
    station,
    issue: Number(issue),
    runId: inputs["run-id"],
    digest,
    token: inputs["github-token"],
    appToken: inputs["app-token"] || null,
    access: accessesOf(read, idTokens),
    verdict: parsed(inputs.verdict),
    bundle,
    jobs,
    freeze,
    waitForBot: Number(inputs["wait-for-bot"]),
    minutes: minutes === "" ? MINUTES[station] : Number(minutes),
  };
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
