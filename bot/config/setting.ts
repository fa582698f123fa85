/** Checks one setting of the bot: a missing one and a malformed address are refused in words that say what to do. */
import * as z from "zod";
import { trimEndCharacters } from "#core/values/trim-end.ts";

/** The error of a setting that is not set; `what` says what to do. */
export const needed = (what: string) => ({ error: `is not set: ${what}` });

/** An address over HTTP, without slashes at its end. */
export const Address = (name: string) =>
  z
    .url({ protocol: /^https?$/, error: `${name} is no address; give one like https://github.example/api/v3` })
    .transform((url) => trimEndCharacters(url, "/"));
