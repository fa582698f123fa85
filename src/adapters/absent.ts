/** Ports that a station has no use for: whoever uses one has found a bug. */
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

/** A station without a key. */
export const NO_MODEL: Model = { reply: bug("model"), price: bug("model") };

/** A station that reads and runs no file of the repository. */
export const NO_WORKSPACE: Workspace = {
  setup: bug("workspace"),
  fresh: bug("workspace"),
  open: bug("workspace"),
  snapshot: bug("workspace"),
  treeOf: bug("workspace"),
  changes: bug("workspace"),
  weights: bug("workspace"),
  patch: bug("workspace"),
  textAt: bug("workspace"),
  outlineAt: bug("workspace"),
  paths: bug("workspace"),
  blobs: bug("workspace"),
  restore: bug("workspace"),
  commit: bug("workspace"),
  merge: bug("workspace"),
};

/** A station whose roles read no page. */
export const NO_WEB: Web = { get: bug("web") };
/** A station that makes no plan and ends no run. */
export const NO_MEMORIES: Memories = { list: bug("memory"), recall: bug("memory"), keep: bug("memory"), forget: bug("memory") };

/** A station that publishes nothing and looks at no base. */
export const NO_PUBLISHER: Publisher = { publish: bug("publisher"), certify: bug("publisher"), baseNow: bug("publisher") };
