/** A file of a release, with what the API shows of it. */

export interface Asset {
  /** The id of its release. */
  readonly release: number;
  readonly bytes: Uint8Array;
  readonly shown: Readonly<Record<string, unknown>> & { readonly name: string };
}
