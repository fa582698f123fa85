/**
 * Identifies the model that a request goes to, for error messages and prices: our name, the provider's id, the address.
 */
export interface ModelTarget {
  /** The tier that the configuration maps to the id; the id itself where no tier does. */
  readonly name: string;
  /** The provider's name of the model. */
  readonly id: string;
  readonly baseUrl: string;
  /** The secret that no message may show; null with workload identity. */
  readonly key: string | null;
}
