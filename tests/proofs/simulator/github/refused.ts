/** What GitHub refuses, thrown from wherever it is noticed and answered at the door. */
import { type Answer, type Invalid, invalid, NOT_FOUND, refusal } from "../../../lab/github/rules/answer.ts";

/** Carries the answer. */
export class Refused extends Error {
  readonly answer: Answer;
  constructor(answer: Answer) {
    super(`refused with ${answer.status}`);
    this.answer = answer;
  }
}

/** A refusal in GitHub's words. */
export function refused(status: number, message: string): Refused {
  return new Refused(refusal(status, message));
}

/** 422 for one reason. */
export function unprocessable(error: Invalid): Refused {
  return new Refused(invalid(error));
}

/** 404, also where somebody may not know that the thing exists. */
export function missing(): Refused {
  return new Refused(NOT_FOUND);
}

/** Throws where there is a refusal. */
export function refuse(answer: Answer | null): void {
  if (answer !== null) throw new Refused(answer);
}
