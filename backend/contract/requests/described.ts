import type * as z from "zod/mini";

const DESCRIBED_AS = new WeakMap<object, z.ZodMiniType>();

/**
 * A schema that takes any value because the value is read later, such as rows that are parsed one by one: the API's
 * description says in its place what each has to be.
 */
export function describedAs<Schema extends object>(schema: Schema, as: z.ZodMiniType): Schema {
  DESCRIBED_AS.set(schema, as);
  return schema;
}

/** What the description says in place of a schema, if anything else. */
export function saidInPlaceOf(schema: object): z.ZodMiniType | undefined {
  return DESCRIBED_AS.get(schema);
}
