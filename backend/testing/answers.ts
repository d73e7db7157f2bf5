import { join } from "node:path";
import * as z from "zod";
import type { Problem as ProblemAnswer } from "../contract/problem.ts";
import type { AnswerOf, Call, CallTypes } from "../contract/calls/call.ts";

/** The description of the API, whose answers are what the compiler knows of each call's handler. */
const { paths, components } = JSON.parse(
  Deno.readTextFileSync(join(import.meta.dirname ?? "", "../developers/openapi.json")),
);

/** What every refusal answers. */
export const Problem = z.fromJSONSchema(components.schemas.Problem) as z.ZodType<ProblemAnswer>;

/** A whole answer of a call with status 200 or 201, as it is declared. Throws where the description says otherwise. */
export function answerOf<Name extends string, Types extends CallTypes>(
  call: Call<Name, Types>,
  body: unknown,
): AnswerOf<Types> {
  const [method = "", path = ""] = call.split(" ");
  const { responses } = paths[path.replaceAll(/:(\w+)/g, "{$1}")][method.toLowerCase()];
  const { schema } = (responses[200] ?? responses[201]).content["application/json"];
  return z.fromJSONSchema(schema).parse(body) as AnswerOf<Types>;
}
