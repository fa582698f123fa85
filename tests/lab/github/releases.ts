/** Releases: their files, which the emulator only counts, with what GitHub says of them (https://docs.github.com/rest/releases/assets). */
import { createHash } from "node:crypto";
import { forward } from "./forward.ts";
import type { Lab } from "./lab.ts";
import { type Call, onRepository, type Route } from "./route.ts";
import { type Answer, invalid, NOT_FOUND } from "./rules/answer.ts";
import { accountIn, read } from "./thing.ts";

export const RELEASE_ROUTES: readonly Route[] = [
  onRepository("GET", "/releases", withAssets),
  onRepository("POST", "/releases", withAssets),
  onRepository("GET", "/releases/{id}", withAssets),
  onRepository("PATCH", "/releases/{id}", withAssets),
  onRepository("POST", "/releases/{id}/assets", upload),
];

async function withAssets({ ask, lab }: Call): Promise<Answer> {
  const answer = await forward(ask, lab);
  if (answer.status >= 300) return answer;
  return { ...answer, body: Array.isArray(answer.body) ? answer.body.map((one) => shown(one, lab)) : shown(answer.body, lab) };
}

function shown(release: unknown, { assets }: Lab): unknown {
  const { id } = Object(release);
  return { ...Object(release), immutable: false, assets: assets.filter((one) => one.release === id).map((one) => one.shown) };
}

async function upload({ ask, lab, parameter }: Call): Promise<Answer> {
  const { body, query, path, headers, actor } = ask;
  const [release, name] = [Number(parameter("id")), query.get("name") ?? ""];
  if (ask.repository === null || (await read(lab, path.replace(/\/assets$/, ""))) === null) return NOT_FOUND;
  if (!(body instanceof Uint8Array) || name === "") return invalid({ resource: "ReleaseAsset", code: "missing_field" });
  if (lab.assets.some((one) => one.release === release && one.shown.name === name))
    return invalid({ resource: "ReleaseAsset", code: "already_exists", field: "name" });
  const id = lab.assets.length + 1;
  const at = new Date().toISOString();
  const asset = {
    url: `${lab.url}${path.replace(/\d+\/assets$/, `assets/${id}`)}`,
    browser_download_url: `${lab.url}/${ask.repository.owner}/${ask.repository.name}/releases/download/${name}`,
    id,
    node_id: `RA_${id}`,
    name,
    label: query.get("label"),
    state: "uploaded",
    content_type: headers["content-type"] ?? "application/octet-stream",
    size: body.length,
    digest: `sha256:${createHash("sha256").update(body).digest("hex")}`,
    download_count: 0,
    created_at: at,
    updated_at: at,
    uploader: await accountIn(lab, actor.login),
  };
  lab.assets.push({ release, bytes: body, shown: asset });
  return { status: 201, body: asset };
}
