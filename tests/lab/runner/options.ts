/** What a runner is started with: the machine, and the repository's settings. */
import type { Patience } from "./child.ts";
import type { IdTokenPlace } from "./id-tokens.ts";

export interface RunnerOptions {
  /** The Node of actions, an absolute path of an executable named `node`; it comes first on the PATH of every step. */
  readonly node: string;
  /** Folders with an `action.yml`, by `owner/name` or `owner/name/path`; the version after `@` is not looked at. */
  readonly actions: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
  readonly vars: Readonly<Record<string, string>>;
  readonly apiUrl: string;
  readonly graphqlUrl: string;
  /** Repositories are cloned from `<serverUrl>/<owner>/<name>`. */
  readonly serverUrl: string;
  /** Everything of the runs lies below it; whoever made it takes it away. */
  readonly temp: string;
  /** Where jobs with `id-token: write` are told to ask for tokens; without it no job is told. */
  readonly idTokens?: IdTokenPlace;
  /** GitHub's own times where it is left out. */
  readonly patience?: Patience;
  /** In the environment of every step, as the image of a hosted machine has some; none where it is left out. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** The options with what they leave out. */
export interface Machine extends RunnerOptions {
  readonly patience: Patience;
  /** Loaded before every Node action. */
  readonly guard: string;
}
