/** One path that differs between two trees. */
export interface Change {
  readonly path: string;
  readonly kind: "added" | "modified" | "deleted";
}
