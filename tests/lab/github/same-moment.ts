/** The emulator asks the clock twice for a new comment; one that nobody has touched must not look edited (GitHub gives one time). */

/** For `JSON.parse`: a comment whose id is not among the edited ones was changed when it was made. Everything else stays as it is. Pure. */
export function sameMoment(edited: ReadonlySet<number>): (key: string, value: unknown) => unknown {
  return (_key, value) => {
    if (typeof value !== "object" || value === null || !("issue_url" in value) || !("created_at" in value) || !("id" in value))
      return value;
    return edited.has(Number(value.id)) ? value : { ...value, updated_at: value.created_at };
  };
}

/** The id of the comment that a request edits; null for every other request. */
export function editedBy({ method, path }: { readonly method: string; readonly path: string }): number | null {
  const [, id] = /\/issues\/comments\/(\d+)$/.exec(path) ?? [];
  return method === "PATCH" && id !== undefined ? Number(id) : null;
}
