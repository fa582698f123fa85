/** What a step gives the Action (`with:`), checked as a whole: every wrong input is named. */
import * as z from "zod";
import type { Access, Accesses } from "#adapters/model-by-provider.ts";
import { isRunId } from "#adapters/octokit/ref-journal/names.ts";
import { Declined } from "./declined.ts";

const STATIONS = ["run", "verify", "publish"] as const;

/** "" is how a runner gives an input that is not set. */
const Inputs = z
  .object({
    station: z.enum(STATIONS, { error: `say which job this is: ${STATIONS.join(", ")}` }),
    issue: z.string().regex(/^[1-9][0-9]{0,9}$/, { error: "give the number of the issue" }),
    "run-id": z.string().refine(isRunId, { error: "give the id of the run as Loopwright made it: lower-case letters, digits, hyphens" }),
    digest: z
      .string()
      .regex(/^[0-9a-f]{64}$/, { error: "give the digest that Loopwright started this workflow with: 64 hexadecimal digits" }),
    "github-token": z.string().min(1, { error: "the token is empty: leave the input out, its default is the job's own token" }),
    "anthropic-api-key": z.string(),
    "anthropic-base-url": z.string(),
    "openai-api-key": z.string(),
    "openai-base-url": z.string(),
    verdict: z.string(),
    bundle: z.string(),
    jobs: z.string(),
  })
  .refine(({ station, bundle }) => station === "run" || bundle !== "", {
    path: ["bundle"],
    error: "verify and publish need the path of the artifact's file",
  });

/** The inputs by their names. `verdict` is whatever JSON the job before gave, its text where it is none, null where it gave nothing: the press judges it. */
export interface Inputs {
  readonly station: (typeof STATIONS)[number];
  readonly issue: number;
  readonly runId: string;
  /** The seal of the hand-over. */
  readonly digest: string;
  readonly token: string;
  /** Null where no key is set. */
  readonly access: Accesses;
  readonly verdict: unknown;
  readonly bundle: string;
  readonly jobs: string;
}

/** All names, as `action.yml` has them. */
export const INPUT_NAMES = Object.keys(Inputs.shape);

/** Reads them; `read` gives "" for what is not set. Throws `Declined` with every wrong input. */
export function readInputs(read: (name: string) => string): Inputs {
  const given = Inputs.safeParse(Object.fromEntries(INPUT_NAMES.map((name) => [name, read(name)])));
  if (!given.success) {
    const wrong = given.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
    throw new Declined(`wrong inputs of the Action: ${wrong.join("; ")}. Compare the workflow file with the README's`);
  }
  const { station, issue, digest, bundle, jobs } = given.data;
  return {
    station,
    issue: Number(issue),
    runId: given.data["run-id"],
    digest,
    token: given.data["github-token"],
    access: {
      anthropic: accessOf(given.data["anthropic-api-key"], given.data["anthropic-base-url"]),
      openai: accessOf(given.data["openai-api-key"], given.data["openai-base-url"]),
    },
    verdict: parsed(given.data.verdict),
    bundle,
    jobs,
  };
}

function accessOf(apiKey: string, baseUrl: string): Access | null {
  return apiKey.trim() === "" ? null : { apiKey, baseUrl };
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
