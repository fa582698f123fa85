/** A comment on a line of a file: with its links, and without what the emulator keeps as null and GitHub's description has no null for. */
import type { Given } from "./given.ts";

/** A comment that stands at no place of the diff is shown at its first. */
export function reviewCommentOf(given: Given): Given {
  const { in_reply_to_id: replied, line, position, original_position: original, ...rest } = given;
  const { url, html_url, pull_request_url } = given;
  return {
    ...rest,
    position: position ?? 1,
    original_position: original ?? position ?? 1,
    ...(typeof line === "number" && { line }),
    ...(typeof replied === "number" && { in_reply_to_id: replied }),
    _links: { self: { href: url }, html: { href: html_url }, pull_request: { href: pull_request_url } },
  };
}
