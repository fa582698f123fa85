/** `uses:` steps: the inputs of JavaScript actions and their programs before, in and after the step, and the scripts of composite ones. */
import { join } from "node:path";
import type { Conclusion } from "../actions/dispatched.ts";
import { fill } from "../actions/expression.ts";
import { type CompositeAction, type JavaScriptAction, readAction } from "./action-file.ts";
import { conditionContexts, stepContexts } from "./contexts.ts";
import type { Desk, StepPhases } from "./phase.ts";
import { runProgram } from "./run-program.ts";
import { runScript } from "./script-step.ts";
import { write } from "./space.ts";

/** The phases of the action in this folder. Throws an `Error` that says what is wrong with it. */
export async function actionPhases(folder: string): Promise<StepPhases> {
  const action = await readAction(folder);
  return isComposite(action) ? { main: (desk) => runScripts(action, folder, desk) } : programsOf(action, folder);
}

function isComposite(action: JavaScriptAction | CompositeAction): action is CompositeAction {
  return action.runs.using === "composite";
}

/** One script after the other; the first that does not succeed ends the step. */
async function runScripts({ runs }: CompositeAction, folder: string, desk: Desk): Promise<Conclusion> {
  for (const { run, shell } of runs.steps) {
    const conclusion = await runScript(run, { ...desk, step: { ...desk.step, shell } }, { GITHUB_ACTION_PATH: folder });
    if (conclusion !== "success") return conclusion;
  }
  return "success";
}

function programsOf(action: JavaScriptAction, folder: string): StepPhases {
  const { main, pre, post } = action.runs;
  const phase = (program: string) => (desk: Desk) => runAction(join(folder, program), { folder, action }, desk);
  return {
    main: phase(main),
    ...(pre !== undefined && { pre: { condition: alone(action.runs["pre-if"]), run: phase(pre) } }),
    ...(post !== undefined && { post: { condition: alone(action.runs["post-if"]), run: phase(post) } }),
  };
}

/** Unlike a step's `if`, an action's condition implies no `success()`. */
function alone(condition: string): string {
  return `always() && (${condition})`;
}

interface Place {
  readonly folder: string;
  readonly action: JavaScriptAction;
}

async function runAction(program: string, { folder, action }: Place, desk: Desk): Promise<Conclusion> {
  const { space, state, step } = desk;
  const inputs = [...inputsOf(action, desk)].map(([name, value]) => [`INPUT_${name.replaceAll(" ", "_").toUpperCase()}`, value]);
  const states = [...state].map(([name, value]) => [`STATE_${name}`, value]);
  const { node, guard } = space.attempt.machine;
  const own = { GITHUB_ACTION: step.id ?? "__self", GITHUB_ACTION_PATH: folder };
  return await runProgram(
    {
      file: node,
      arguments: ["--require", guard, program],
      folder: space.folders.workspace,
      environment: { ...Object.fromEntries([...inputs, ...states]), ...own },
    },
    desk,
  );
}

/** By name in lower case: what the step gives, else the default, else the empty text. Names are known in any case. */
function inputsOf(action: JavaScriptAction, { space, step, env }: Desk): ReadonlyMap<string, string> {
  const inputs = new Map<string, string>();
  const defaults = { ...conditionContexts(space, env) };
  for (const [name, input] of Object.entries(action.inputs)) inputs.set(name.toLowerCase(), fill(String(input?.default ?? ""), defaults));
  const contexts = stepContexts(space, env);
  for (const [name, text] of Object.entries(step.with)) {
    const key = name.toLowerCase();
    if (!inputs.has(key)) write(space, `##[warning]Unexpected input(s) '${name}', valid inputs are ['${[...inputs.keys()].join("', '")}']`);
    inputs.set(key, fill(text, contexts));
  }
  return inputs;
}
