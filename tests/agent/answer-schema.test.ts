import { expect, it } from "vitest";
import * as z from "zod";
import { answerFormatOf } from "#agent/answer-schema.ts";
import { Hydration } from "#core/planning/hydration.ts";

type Schema = { readonly [key: string]: unknown };

/** Every schema within a schema, itself first. */
function all(schema: Schema): readonly Schema[] {
  const inner = [...Object.values(asSchema(schema["properties"])), schema["items"], ...variants(schema)];
  return [schema, ...inner.filter((one) => one !== undefined).flatMap((one) => all(asSchema(one)))];
}

const asSchema = (value: unknown): Schema => ({ ...(value as Schema | undefined) });
const variants = ({ anyOf, oneOf }: Schema): readonly unknown[] => [anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? list : []));

it("asks for what has a default, and leaves out what nothing stands for", () => {
  const format = answerFormatOf(
    z.strictObject({
      said: z.string(),
      note: z.string().default(""),
      way: z.enum(["a", "b"]).catch("a"),
      inner: z.array(z.strictObject({ of: z.string().nullable().default(null), maybe: z.string().optional() })).default([]),
    }),
  );
  expect(format).toMatchObject({
    required: ["said", "note", "way", "inner"],
    properties: { inner: { items: { required: ["of"] } } },
  });
});

it("keeps the largest of our answers within what Anthropic takes: 24 properties that may be left out, 16 of more than one type", () => {
  const schemas = all(asSchema(answerFormatOf(Hydration)));
  const optional = schemas.flatMap(({ properties, required }) =>
    Object.keys(asSchema(properties)).filter((name) => !(Array.isArray(required) && required.includes(name))),
  );
  const mixed = schemas.filter((one) => variants(one).length > 0 || Array.isArray(one["type"]));
  expect(schemas.length).toBeGreaterThan(50);
  expect(optional).toEqual([]);
  expect(mixed.length).toBeLessThanOrEqual(16);
});
