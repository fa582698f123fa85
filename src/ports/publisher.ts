/** Publishes finished work: as a pull request on GitHub, as a branch on the command line. */
import type { PullRequestOpener } from "#core/run/pull-request-state.ts";

/** What is published, and as which pull request. */
export interface Publication {
  readonly title: string;
  readonly body: string;
  readonly branch: string;
  readonly head: string;
  readonly base: string;
  /** The pull request that shows an earlier state of the branch: it and no other is shown. Null where there is none. */
  readonly number: number | null;
  /** The title that we gave it then: one that a person changed is left as it is. Null where it is not known. */
  readonly titled: string | null;
  /**
   * True where the work was not verified: it is opened as a draft. One that is a draft still, and was verified now, is
   * made ready for review.
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

/**
 * The branch or its pull request belongs to a person now: nothing was published. `reason` says what was found, in
 * words.
 */
export interface NotPublished {
  readonly reason: string;
}

/**
 * The check that a verified commit gets beside its other checks. `id`: says which run it is
 * about (`certificateIdOf`); `title`: one line; `text`: Markdown of at most 65,535 characters.
 */
export interface Certificate {
  readonly head: string;
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export interface Publisher {
  /** Null where there are no pull requests. */
  readonly opener: PullRequestOpener | null;
  /**
   * Publishes a branch. Idempotent: publishing the same branch again gives what is already there, with the text of this
   * publication. A branch that is not where it was verified is not shown; a pull request that was closed is never
   * opened again. `objection`: the reason why it must not be shown any more, or null; asked where the job may have been
   * suspended since it decided to publish. Throws `Failure`, and what `objection` throws.
   */
  publish(publication: Publication, objection?: () => Promise<string | null>): Promise<Published | NotPublished>;
  /**
   * The pull request of a publication that another process of ours opened, at this very head and no draft; null where
   * there is none yet. Asked again, it costs nothing at GitHub while nothing changed. Throws `Failure`.
   */
  opened(publication: Publication): Promise<Published | null>;
  /**
   * Marks a commit as checked. Sent twice, the newer mark is the one that is shown. The publication stands without it:
   * gives the reason why it could not be made, and null when it was.
   */
  certify(certificate: Certificate): Promise<string | null>;
  /** The commit that the base branch points at now. Throws `Failure`. */
  baseNow(): Promise<string>;
}
