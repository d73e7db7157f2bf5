import * as z from "zod";
import type { Problem as ProblemAnswer } from "../contract/problem.ts";
import type { AnswerOf, Call, CallTypes } from "../contract/calls/call.ts";
import { readAnswers } from "../developers/answers.ts";
import { PROBLEM } from "../developers/describe.ts";
import { buildAnswersIfChanged } from "../start/build_answers.ts";

await buildAnswersIfChanged(() => undefined);
/** What the compiler knows of each call's handler. */
const answers = readAnswers() ?? {};

/** What every refusal answers. */
export const Problem = z.fromJSONSchema(PROBLEM) as z.ZodType<ProblemAnswer>;

/** A whole answer of a call with status 200 or 201, as it is declared. Throws where the description says otherwise. */
export function answerOf<Name extends string, Types extends CallTypes>(
  call: Call<Name, Types>,
  body: unknown,
): AnswerOf<Types> {
  const [answer] = [200, 201].flatMap((status) => answers[call]?.filter((one) => one.status === status) ?? []);
  return z.fromJSONSchema(answer?.schema ?? {}).parse(body) as AnswerOf<Types>;
}
