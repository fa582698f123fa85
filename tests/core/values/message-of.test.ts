/** Whatever was thrown, in words. */
import { expect, it } from "vitest";
import { messageOf } from "#core/values/message-of.ts";

it.each([
  { thrown: new TypeError("no number"), said: "no number" },
  { thrown: "a text", said: "a text" },
  { thrown: null, said: "null" },
  { thrown: undefined, said: "undefined" },
  { thrown: 7, said: "7" },
])("says $said of $thrown", ({ thrown, said }) => expect(messageOf(thrown)).toBe(said));
