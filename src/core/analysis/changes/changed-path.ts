/** One path that differs between two trees. */
export interface ChangedPath {
  readonly path: string;
  readonly kind: "added" | "modified" | "deleted";
}
