import { join } from "node:path";

/** A JSON Schema, as OpenAPI 3.1 takes it. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** An answer of a route: `schema` is left out where it is no JSON. */
export interface AnswerType {
  readonly status: number;
  readonly schema?: JsonSchema;
}

/** What each call answers, by `GET /path`. */
export type AnswerTypes = Readonly<Record<string, readonly AnswerType[]>>;

/** The build writes it, because only the compiler knows types (`backend/start/build_answers.ts`); git ignores it. */
export const ANSWERS_FILE = join(import.meta.dirname ?? "", "../../dist/answers.json");

/** The answers that the build has found; undefined before the first build. */
export function readAnswers(): AnswerTypes | undefined {
  try {
    return JSON.parse(Deno.readTextFileSync(ANSWERS_FILE)).answers;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
