import type { AnswerOf, Call, CallTypes, GivenFor } from "@contract/calls/call.ts";
import { api, type ApiOptions } from "./api.ts";
import { requestOf } from "./request_of.ts";

/** How a call is made beside what its declaration asks for. */
type Ways = Omit<ApiOptions, "method" | "body">;

/** What a caller gives; it may be left out where nothing is needed. */
export type Given<Name extends string, Types extends CallTypes> = Record<never, never> extends GivenFor<Name, Types>
  ? [given?: GivenFor<Name, Types> & Ways]
  : [given: GivenFor<Name, Types> & Ways];

/** Makes a declared call: what it needs and answers is of the declaration's types. Throws only `ApiError`. */
export async function ask<Name extends string, Types extends CallTypes>(
  call: Call<Name, Types>,
  ...[given]: Given<Name, Types>
): Promise<AnswerOf<Types>> {
  return await api(...requestOf(call, given));
}
