/** What webhooks tell. */

/** Something that happened in a repository, as GitHub tells it. */
export interface Happening {
  readonly event: string;
  readonly payload: Readonly<Record<string, unknown>>;
}
