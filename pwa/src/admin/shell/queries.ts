import type { AnswerOf, Call, CallTypes, GivenFor } from "@contract/calls/call.ts";
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Given } from "../../lib/ask.ts";
import { askAsAdmin } from "./admin_api.ts";

type Key = readonly unknown[];

/** How an answer is kept and asked for again, as `useQuery` calls it. */
interface Keeping {
  refetchInterval?: number;
  refetchOnWindowFocus?: boolean;
  refetchOnReconnect?: boolean;
  gcTime?: number;
  staleTime?: number;
}

/** Of what the service notes each look at: it is asked for once. */
export const NOTED: Keeping = { refetchOnWindowFocus: false };

type Asked<Name extends string, Types extends CallTypes> = Record<never, never> extends GivenFor<Name, Types>
  ? [given?: GivenFor<Name, Types>, keeping?: Keeping]
  : [given: GivenFor<Name, Types>, keeping?: Keeping];

/** What a declared call answers to the admin, kept under its key. */
export function useAnswer<Name extends string, Types extends CallTypes>(
  key: Key,
  call: Call<Name, Types>,
  ...[given, keeping]: Asked<Name, Types>
) {
  return useQuery({
    ...keeping,
    queryKey: key,
    queryFn: ({ signal }) => askAsAdmin(call, ...withMore<Name, Types>(given, { signal })),
  });
}

/** The answers of a list that comes in pages, each with the cursor of the next. */
export function usePages<Name extends string, Types extends CallTypes>(
  key: Key,
  call: Call<Name, Types>,
  ...[given, keeping]: Asked<Name, Types>
) {
  return useInfiniteQuery({
    ...keeping,
    queryKey: key,
    queryFn: ({ pageParam, signal }) => {
      const query = { ...(given as { query?: object } | undefined)?.query, cursor: pageParam || undefined };
      return askAsAdmin(call, ...withMore<Name, Types>(given, { query, signal }));
    },
    initialPageParam: "",
    getNextPageParam: (last: AnswerOf<Types>) => (last as { nextCursor?: string }).nextCursor,
  });
}

/** TypeScript does not see that what a call of any type needs is still there. */
function withMore<Name extends string, Types extends CallTypes>(given: unknown, more: object): Given<Name, Types> {
  return [{ ...(given as object | undefined), ...more }] as unknown as Given<Name, Types>;
}

/** What follows a change. */
interface After {
  /** Where the answer is kept: it is the state then. */
  holds?: Key;
  /** What is asked for again, whether it worked or not. */
  renews?: readonly Key[];
  /** What is asked for again after a refusal: it was often decided by someone else meanwhile. */
  refusalRenews?: readonly Key[];
  /** What is asked for again once it has worked. */
  successRenews?: readonly Key[];
}

/** Something that an admin changes, and what of the screens follows. */
export function useChange<Change = void, Answer = unknown>(
  change: (asked: Change) => Promise<Answer>,
  { holds, renews = [], refusalRenews = [], successRenews = [] }: After = {},
) {
  const client = useQueryClient();
  const renew = (keys: readonly Key[]) => Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  return useMutation({
    mutationFn: change,
    onSuccess: (answer) => {
      if (holds) client.setQueryData(holds, answer);
      return renew(successRenews);
    },
    onError: () => void renew(refusalRenews),
    onSettled: () => renew(renews),
  });
}
