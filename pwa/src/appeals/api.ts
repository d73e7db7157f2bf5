import { listOwnAppeals, makeAppeal } from "@contract/calls/trust.ts";
import { ask } from "../lib/ask.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

const KEY = ["wallet", "appeals"];

/** What admins decided about the listener's earnings, and what they wrote about it. */
export function useAppeals() {
  // People who come back look for our answer.
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => ask(listOwnAppeals, { signal }), staleTime: 0 });
}

/** Sends an appeal; with the same `key` the service takes it once. */
export function useWriteAppeal() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ key, text }: { key: string; text: string }) =>
      ask(makeAppeal, { body: { text }, headers: { "idempotency-key": key } }),
    onSuccess: (answer) => client.setQueryData(KEY, answer),
  });
}
