/** What GitHub refuses about git's objects, as people report its words. */
import { refusal } from "./answer.ts";

export const NO_TREE = refusal(422, "Tree SHA does not exist");
export const NO_PARENT = refusal(422, "Parent SHA does not exist or is not a commit object");

/** A name that points at no commit. */
export const NO_COMMIT = (name: string) => refusal(422, `No commit found for SHA: ${name}`);
