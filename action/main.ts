/**
 * Starts the Action: reads the runner once, plays one station, and says how the job ended. The one catch of the
 * program.
 */
import { fileURLToPath } from "node:url";
import { setFailed, setOutput, summary } from "@actions/core";
import { redactedLog } from "#adapters/redacted-log.ts";
import { type SecretGuard, secretGuardOver } from "#core/analysis/secrets/redact.ts";
import type { QaVerdict } from "#core/approval/verify-outputs.ts";
import { type ResultJson, resultJsonOf } from "#core/outcome/result-json.ts";
import type { Run } from "#core/run/run.ts";
import { Failure, Interrupted } from "#ports/failure.ts";
import type { Log } from "#ports/log.ts";
import { REASON_WORDS, STAGE_WORDS } from "#text/phrases/words.ts";
import { type JobContext, jobContextOf } from "./job/job-context.ts";
import { InputError } from "./runner/input-error.ts";
import { readInputs } from "./runner/inputs.ts";
import { runnerLog } from "./runner/log.ts";
import { readMachine } from "./runner/machine.ts";
import { outputsOf } from "./runner/outputs.ts";
import { type TakenSecrets, takeSecrets } from "./runner/secrets.ts";
import { summaryOf } from "./runner/summary.ts";
import { publish } from "./stations/publish.ts";
import { record } from "./stations/record.ts";
import { rehearse } from "./stations/rehearse.ts";
import { work } from "./stations/run.ts";
import { verify } from "./stations/verify.ts";

/**
 * A runner that is cancelled or shut down sends SIGINT, and SIGTERM 7.5 seconds later: the first ends the work at once,
 * as no time is left for a second attempt. GitHub tells later which of the two it was: a person who cancels stops the
 * run, and an evicted job goes on in another one.
 */
function endSignal(tell: (line: string) => void): AbortSignal {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.on(name, () => {
      if (!controller.signal.aborted)
        tell("The runner ends this job: the step in hand is put down, and what was kept stays on its branch.");
      controller.abort();
    });
  }
  return controller.signal;
}

/**
 * The result of a station: the run as it stands then, and the verdict of the job `verify`. `outputs`: for the jobs
 * after it; those of every run where it is absent.
 */
interface Played {
  readonly run: Run;
  readonly verdict: QaVerdict | null;
  readonly outputs?: Readonly<Record<string, string>>;
}

const STATIONS: Readonly<Record<JobContext["inputs"]["station"], (scene: JobContext) => Promise<Played>>> = {
  run: async (scene) => ({ run: await work(scene), verdict: null }),
  verify: async (scene) => {
    const { run, verdict } = await verify(scene);
    scene.log.info(`The verdict on ${verdict.head}: ${verdict.verdict}`);
    return { run, verdict, outputs: verdict };
  },
  rehearse: async (scene) => ({ ...(await rehearse(scene)), verdict: null }),
  record: async (scene) => ({ run: await record(scene), verdict: null }),
  publish: async (scene) => ({ run: await publish(scene), verdict: null }),
};

/**
 * The job fails where the run failed or was blocked: a run that was stopped, or did not reach its goal, did what it
 * should.
 */
function complaintOf({ stage, stopReason }: ResultJson): string | null {
  if (stage !== "failed" && stage !== "blocked") return null;
  const because = stopReason === null ? "" : `, because ${REASON_WORDS[stopReason]}`;
  return `${STAGE_WORDS[stage]}${because}. The result comment on the issue says more`;
}

async function main({ read, idTokens }: TakenSecrets, guard: SecretGuard, log: Log): Promise<void> {
  const inputs = readInputs(read, idTokens);
  const hostFile = fileURLToPath(new URL("tool-host.mjs", import.meta.url));
  const given = { machine: readMachine(process.env), log, guard, signal: endSignal(log.info), hostFile };
  if (inputs.station === "control") {
    // Only the control station needs these modules: the others do not wait for them to load.
    const { control } = await import("./stations/control.ts");
    return control({ ...given, inputs });
  }
  const scene = await jobContextOf({ ...given, inputs });
  const { station } = inputs;
  const { run, verdict, outputs = outputsOf(run) } = await STATIONS[station](scene);
  for (const [name, value] of Object.entries(outputs)) setOutput(name, value);
  await summary.addRaw(guard.hide(summaryOf(run, station, scene.machine, verdict))).write();
  const complaint = verdict === null ? complaintOf(resultJsonOf(run)) : null;
  if (complaint !== null) setFailed(complaint);
}

/** The message for people: of a bug the place as well. */
function wordsFor(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isOurs = error instanceof InputError || error instanceof Failure || error instanceof Interrupted;
  return isOurs ? error.message : (error.stack ?? error.message);
}

const taken = takeSecrets();
const guard = secretGuardOver(taken.own);
try {
  await main(taken, guard, redactedLog(runnerLog(), guard.hide));
} catch (error) {
  setFailed(guard.hide(wordsFor(error)));
}
