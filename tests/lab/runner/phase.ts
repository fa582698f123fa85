/** What a step is made of, whatever it uses: before, main and after. */
import type { Conclusion } from "../actions/dispatched.ts";
import type { Space } from "./space.ts";
import type { StepFile } from "./workflow-schema.ts";

/** What one phase works with. */
export interface Desk {
  readonly space: Space;
  readonly step: StepFile;
  /** Variables of the step, filled in. */
  readonly env: ReadonlyMap<string, string>;
  /** Of the step, kept from phase to phase. */
  readonly outputs: Map<string, string>;
  readonly state: Map<string, string>;
  readonly signal: AbortSignal;
}

/** May throw an `Error`: it is told in the log and fails the step. */
export type Work = (desk: Desk) => Promise<Conclusion>;

/** Work beside the step itself, under a condition of its own. */
export interface Phase {
  readonly condition: string;
  readonly run: Work;
}

export interface StepPhases {
  readonly pre?: Phase;
  readonly main: Work;
  readonly post?: Phase;
}
