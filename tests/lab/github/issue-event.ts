/** What happened to an issue, as the gateway remembers it. */

/** One event of an issue. `on`: `owner/name#7`. */
export interface IssueEvent {
  readonly on: string;
  readonly event: string;
  readonly actor: unknown;
  readonly label: unknown;
  /** Of an assignment. */
  readonly assignee: unknown;
  readonly at: string;
}
