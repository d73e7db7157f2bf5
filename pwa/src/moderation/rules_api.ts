import type { CommentRules, HeldComments } from "@contract/social.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { artistApi } from "../lib/acting.ts";

const RULES = "/api/v1/comment-rules";
const WAITING = "/api/v1/held-comments";

/** Which comments the artist wants to see first. */
export function useCommentRules() {
  return useQuery({
    queryKey: ["creator", "comment rules"],
    queryFn: ({ signal }) => artistApi<CommentRules>(RULES, { signal }),
  });
}

/** Says which comments wait from now on. */
export function useSetCommentRules() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (rules: CommentRules) => artistApi<CommentRules>(RULES, { method: "PUT", body: { ...rules } }),
    onSuccess: (answer) => client.setQueryData(["creator", "comment rules"], answer),
  });
}

/** What waits for the artist. */
export function useHeldComments() {
  return useQuery({
    queryKey: ["creator", "held comments"],
    queryFn: ({ signal }) => artistApi<HeldComments>(WAITING, { signal }),
    staleTime: 0,
  });
}

/** Lets a comment through, or not. */
export function useDecideComment() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, isWanted }: { id: string; isWanted: boolean }) =>
      artistApi<HeldComments>(`${WAITING}/${id}/${isWanted ? "release" : "refuse"}`, { method: "POST" }),
    onSuccess: (answer) => client.setQueryData(["creator", "held comments"], answer),
    onError: () => void client.invalidateQueries({ queryKey: ["creator", "held comments"] }),
  });
}
