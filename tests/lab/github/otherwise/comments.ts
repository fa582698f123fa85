/** Comments, labels and roles otherwise than GitHub has them. */
import type { Deviation } from "../deviation.ts";
import { at, changed, instead, said, saidOf, textOf, unconditional } from "./change.ts";

const LATER = "2099-01-01T00:00:00Z";

const made = at("POST", /\/issues\/\d+\/comments$/);
const read = at("GET", /\/issues\/comments\/\d+$/);

type Body = Readonly<Record<string, unknown>>;

function readEnding(words: string, change: (body: Body) => Body): Deviation {
  return saidOf(read, (body) => (String(body["body"]).endsWith(words) ? change(body) : body));
}

export const COMMENTS_OTHERWISE = {
  "comment-times": said(made, (answer, ask) =>
    textOf(ask).endsWith(": times") ? { ...answer, body: { ...Object(answer.body), updated_at: LATER } } : answer,
  ),
  "comment-edited": readEnding(": after", (body) => ({ ...body, updated_at: body["created_at"] })),
  "reaction-no-edit": readEnding(": reaction", (body) => ({ ...body, updated_at: LATER })),
  "reaction-again": said(at("POST", /\/reactions$/), (answer) => ({ ...answer, status: 201 })),
  "comment-etag": unconditional(read),
  "comment-longest": changed(
    (ask) => made(ask) && textOf(ask).includes("🔁"),
    (ask) => ({ body: { body: textOf(ask).slice(0, 65_000) } }),
  ),
  "comment-too-long": changed(
    (ask) => made(ask) && textOf(ask).length > 65_536,
    (ask) => ({ body: { body: textOf(ask).slice(0, 65_536) } }),
  ),
  "comment-mark": saidOf(read, (body) => ({ ...body, body: String(body["body"]).replace(/<!--.*?-->/, "") })),
  "comment-listed": instead(at("GET", /\/issues\/\d+\/comments$/), { status: 200, body: [] }),
  "label-twice": async (ask, next) => {
    const answer = await next();
    if (!at("POST", /\/labels$/)(ask) || answer.status !== 422) return answer;
    const there = await next({ method: "GET", path: `${ask.path}/${Object(ask.body).name}`, body: undefined });
    return { ...there, status: 201 };
  },
  "label-new": changed(at("POST", /\/issues\/\d+\/labels$/), () => ({ method: "GET", body: undefined })),
  "label-missing": said(at("DELETE", /\/issues\/\d+\/labels\//), () => ({ status: 200, body: [] })),
  "role-named": saidOf(at("GET", /\/permission$/), (body) => ({ ...body, user: { ...Object(body["user"]), id: 999 } })),
} as const satisfies Readonly<Record<string, Deviation>>;
