import type { JsonSchema } from "./answers.ts";
import { VALUES } from "./examples.ts";

/**
 * A body that a schema takes: what is required, each field with the value that people would send. `name` is the field's.
 * A test parses every one by the schema itself, so a rule that JSON Schema cannot say shows there.
 */
export function exampleOf(schema: JsonSchema, name = ""): unknown {
  if ("const" in schema) return schema["const"];
  const { type, anyOf, oneOf, enum: values } = schema as Readonly<Record<string, unknown>>;
  const known = VALUES[name];
  if (known !== undefined && fits(schema, known)) return known;
  if (Array.isArray(values)) return values[0];
  const [first] = [anyOf, oneOf].flatMap((parts) => Array.isArray(parts) ? parts as JsonSchema[] : []);
  if (first) return exampleOf(first, name);
  if (type === "object") return exampleOfObject(schema);
  if (type === "array") return exampleOfArray(schema, name);
  if (type === "boolean") return true;
  if (type === "integer" || type === "number") return exampleOfNumber(schema);
  if (type === "null") return null;
  return exampleOfText(schema);
}

function fits({ type, enum: values, maximum, minimum, maxLength }: JsonSchema, value: unknown): boolean {
  if (Array.isArray(values)) return values.includes(value);
  if (type === "array") return Array.isArray(value);
  if (type === "integer" || type === "number") {
    return typeof value === "number" && value >= Number(minimum ?? -Infinity) && value <= Number(maximum ?? Infinity);
  }
  return typeof value === type && !(typeof value === "string" && value.length > Number(maxLength ?? Infinity));
}

function exampleOfObject({ properties, required, additionalProperties }: JsonSchema): object {
  const members = Object.entries((properties ?? {}) as Record<string, JsonSchema>);
  const asked = members.filter(([name]) => Array.isArray(required) && required.includes(name));
  // Where all may be left out, one shows what the call is for.
  const shown = asked.length > 0 ? asked : members.slice(0, 1);
  if (members.length === 0 && typeof additionalProperties === "object") return {};
  return Object.fromEntries(shown.map(([name, schema]) => [name, exampleOf(schema, name)]));
}

function exampleOfArray({ items, prefixItems, minItems }: JsonSchema, name: string): unknown[] {
  if (Array.isArray(prefixItems)) return prefixItems.map((one: JsonSchema) => exampleOf(one, name));
  const one = exampleOf((items ?? {}) as JsonSchema, name.replace(/s$/, ""));
  return Array.from({ length: Math.max(1, Number(minItems ?? 1)) }, () => one);
}

function exampleOfNumber({ minimum, exclusiveMinimum, maximum }: JsonSchema): number {
  const least = Number(minimum ?? (exclusiveMinimum === undefined ? 1 : Number(exclusiveMinimum) + 1));
  return Math.min(Math.max(least, 1), Number(maximum ?? Infinity));
}

const BY_FORMAT: Readonly<Record<string, string>> = {
  uuid: "0199e2a4-7b1c-7c55-9a3e-5f0c1d2e3b4a",
  email: "adaeze@orin.example",
  uri: "https://orin.example/track/0199e2a4-7b1c-7c55-9a3e-5f0c1d2e3b4a",
  date: "2026-11-22",
  "date-time": "2026-11-22T18:30:00.000Z",
};

function exampleOfText({ format, pattern, minLength, maxLength }: JsonSchema): string {
  const isId = String(pattern).startsWith("^[0-9a-f]{8}-");
  const words = BY_FORMAT[isId ? "uuid" : String(format)] ?? "The reason in a few words";
  return words.padEnd(Number(minLength ?? 0), ".").slice(0, Number(maxLength ?? Infinity));
}
