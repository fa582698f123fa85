/** The port of the dashboard: one issue of the repository whose text shows all runs. */

/**
 * The issue as it is. `open`: a closed one is left as it is. `doubles`: open issues that were opened for it at the same
 * moment.
 */
export interface DashboardIssue {
  readonly number: number;
  readonly text: string;
  readonly open: boolean;
  readonly doubles: readonly number[];
}

/** All throw `Failure("github")`. */
export interface DashboardPort {
  /** The issue that Loopwright opened for it, the oldest where there are several; null where there is none. */
  readonly find: () => Promise<DashboardIssue | null>;
  /** Opens it. Not idempotent: the caller has looked before. */
  readonly open: (text: string) => Promise<void>;
  /** Replaces its text. Idempotent; nobody is notified of it. */
  readonly edit: (number: number, text: string) => Promise<void>;
  /** Closes one of the doubles. Idempotent. */
  readonly close: (number: number) => Promise<void>;
}
