/** Where finished work is shown: a pull request on GitHub, a branch on the command line. */
export interface Publication {
  readonly title: string;
  readonly body: string;
  readonly branch: string;
  readonly head: string;
  readonly base: string;
}

/** Number and address are null where there is no pull request, only the branch. `head` and `base`, the commit of the base branch, were read back after publishing. */
export interface Published {
  readonly number: number | null;
  readonly url: string | null;
  readonly head: string;
  readonly base: string;
}

export interface Press {
  /** Idempotent: publishing the same branch again gives what is already there. Throws `Failure`. */
  publish(publication: Publication): Promise<Published>;
  /** The commit that the base branch points at now. Throws `Failure`. */
  baseNow(): Promise<string>;
}
