/** Ports that a station does not need: a call of one of them throws, because it is a bug. */
import type { Memories } from "#ports/memory.ts";
import type { Model } from "#ports/model.ts";
import type { Publisher } from "#ports/publisher.ts";
import type { Web } from "#ports/web.ts";
import type { Workspace } from "#ports/workspace.ts";

function bug(what: string): () => never {
  return () => {
    throw new Error(`bug: this station has no ${what}`);
  };
}

/** For a station without access to a model. */
export const NO_MODEL: Model = { reply: bug("model"), price: bug("model") };

/** For a station that neither reads nor runs a file of the repository. */
export const NO_WORKSPACE: Workspace = {
  sandbox: "none",
  setup: bug("workspace"),
  fresh: bug("workspace"),
  open: bug("workspace"),
  snapshot: bug("workspace"),
  treeOf: bug("workspace"),
  changes: bug("workspace"),
  objections: bug("workspace"),
  weights: bug("workspace"),
  patch: bug("workspace"),
  textAt: bug("workspace"),
  outlineAt: bug("workspace"),
  faultSpotsAt: bug("workspace"),
  paths: bug("workspace"),
  blobs: bug("workspace"),
  edited: bug("workspace"),
  restore: bug("workspace"),
  commit: bug("workspace"),
  merge: bug("workspace"),
  mergeTrees: bug("workspace"),
};

/** For a station whose roles read no page. */
export const NO_WEB: Web = { get: bug("web") };
/** For a station that makes no plan and ends no run. */
export const NO_MEMORIES: Memories = {
  list: bug("memory"),
  recall: bug("memory"),
  keep: bug("memory"),
  forget: bug("memory"),
};

/** For a station that publishes nothing and does not look at the base branch. */
export const NO_PUBLISHER: Publisher = {
  opener: null,
  publish: bug("publisher"),
  opened: bug("publisher"),
  certify: bug("publisher"),
  baseNow: bug("publisher"),
};
