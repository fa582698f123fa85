/** Who is asked for a reply: the model, by our name and by the service's, and the address. For error messages and prices. */
export interface ModelTarget {
  /** The tier that the configuration maps to the id; the id itself where none does. */
  readonly name: string;
  /** What the service is told. */
  readonly id: string;
  readonly baseUrl: string;
  /** The secret that no message may show; null where we have none (federation). */
  readonly key: string | null;
}
