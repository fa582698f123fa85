/** Where finished work is shown: a pull request on GitHub, a branch on the command line. */
export interface Publication {
  readonly title: string;
  readonly body: string;
  readonly branch: string;
  readonly head: string;
  readonly base: string;
  /** The pull request that shows an earlier state of the branch: it and no other is shown. Null where there is none. */
  readonly number: number | null;
  /** What we called it then: a title that a person changed is left as it is. Null where it is not known. */
  readonly titled: string | null;
  /**
   * Nobody verified it: it is opened as a draft. One that is a draft still, and was verified now, is made ready for
   * review.
   */
  readonly draft: boolean;
}

/**
 * Number and address are null where there is no pull request, only the branch. `head` and `base`, the commit of the
 * base branch, were read back after publishing.
 */
export interface Published {
  readonly number: number | null;
  readonly url: string | null;
  readonly head: string;
  readonly base: string;
}

/** The branch or its pull request is in a person's hands: nothing was shown. `taken` says what was found, in words. */
export interface NotPublished {
  readonly reason: string;
}

/**
 * What is said of a verified commit beside its other checks (M1.04). `title`: one line; `text`: Markdown of at most
 * 65,535 characters.
 */
export interface Certificate {
  readonly head: string;
  readonly title: string;
  readonly text: string;
}

export interface Publisher {
  /**
   * Idempotent: publishing the same branch again gives what is already there, with the text of this publication. A
   * branch that is not where it was verified is not shown; a pull request that was closed is never opened again.
   * `objection`: why it must not be shown any more, in words, or null; asked where whoever publishes may have stood
   * still since it was told to. Throws `Failure`, and what `objection` throws.
   */
  publish(publication: Publication, objection?: () => Promise<string | null>): Promise<Published | NotPublished>;
  /**
   * Marks a commit as checked. Sent twice, the newer mark is the one that is shown. What is published stands without
   * it: gives why it could not be made, in words, and null when it was.
   */
  certify(certificate: Certificate): Promise<string | null>;
  /** The commit that the base branch points at now. Throws `Failure`. */
  baseNow(): Promise<string>;
}
