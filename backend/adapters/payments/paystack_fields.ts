import * as z from "zod/mini";

/** Ids go beyond 32 bits and are sometimes text: text from here on. */
export const IdText = z.pipe(z.union([z.int(), z.string().check(z.minLength(1))]), z.transform(String));

/** Whole kobo, sent as a number or as its digits. */
export const Kobo = z.pipe(
  z.union([z.int(), z.pipe(z.string().check(z.regex(/^-?\d{1,15}$/)), z.transform(Number))]),
  z.int().check(z.minimum(0)),
);

/** A movement up or down, or a balance below zero. */
export const SignedKobo = z.pipe(
  z.union([z.int(), z.pipe(z.string().check(z.regex(/^-?\d{1,15}$/)), z.transform(Number))]),
  z.int(),
);

export const Text = z.string().check(z.minLength(1));

/** `null`, `""` and a field left out are one to Orin. What is of no weight and cannot be read counts as left out, too. */
export function light<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.catch(z.optional(schema), undefined);
}

/** The same for amounts: left out or `null` is fine, but nonsense is not. */
export function given<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.pipe(z.nullish(schema), z.transform((value) => value ?? undefined));
}

/** A time as ISO text. */
export const When = z.pipe(
  Text,
  z.transform((text, context) => {
    const date = new Date(text);
    if (Number.isNaN(date.getTime())) context.issues.push({ code: "custom", message: "no time", input: text });
    return date;
  }),
);

/** An object; the text of one; or one of the empty forms (`""`, `0`, `null`), which all mean none. */
export const Metadata = z.pipe(z.optional(z.unknown()), z.transform(readMetadata));

function readMetadata(value: unknown): Record<string, unknown> {
  if (typeof value === "string") {
    try {
      return readMetadata(JSON.parse(value));
    } catch {
      return {};
    }
  }
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}
