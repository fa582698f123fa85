/** What the loopback GitHub answers, and the shape of its refusals. */

export interface Answer {
  readonly status: number;
  /** Sent as JSON, but for a string, which is sent as it is; absent sends nothing. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One entry of `errors` in a 422. */
export interface Invalid {
  readonly resource: string;
  readonly code: string;
  readonly field?: string;
  readonly message?: string;
}

/** A refusal as GitHub words it. */
export function refusal(status: number, message: string, errors?: readonly Invalid[]): Answer {
  const body = { message, ...(errors && { errors }), documentation_url: "https://docs.github.com/rest", status: String(status) };
  return { status, body };
}

/** 422 `Validation Failed` for one reason. */
export function invalid(error: Invalid): Answer {
  return refusal(422, "Validation Failed", [error]);
}

/** 404, also where somebody may not know that the thing exists. */
export const NOT_FOUND = refusal(404, "Not Found");

/** 403 for an App's or a workflow's token without the permission. */
export const NOT_ACCESSIBLE = refusal(403, "Resource not accessible by integration");
