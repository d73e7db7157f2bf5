import {
  changeCommentRules,
  getCommentRules,
  listHeldComments,
  refuseHeldComment,
  releaseHeldComment,
} from "@contract/calls/social.ts";
import { askAsArtist } from "../lib/acting.ts";
import type { CommentRules } from "@contract/social.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

/** Which comments the artist wants to see first. */
export function useCommentRules() {
  return useQuery({
    queryKey: ["creator", "comment rules"],
    queryFn: ({ signal }) => askAsArtist(getCommentRules, { signal }),
  });
}

/** Says which comments wait from now on. */
export function useSetCommentRules() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (rules: CommentRules) => askAsArtist(changeCommentRules, { body: { ...rules } }),
    onSuccess: (answer) => client.setQueryData(["creator", "comment rules"], answer),
  });
}

/** What waits for the artist. */
export function useHeldComments() {
  return useQuery({
    queryKey: ["creator", "held comments"],
    queryFn: ({ signal }) => askAsArtist(listHeldComments, { signal }),
    staleTime: 0,
  });
}

/** Lets a comment through, or not. */
export function useDecideComment() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, isWanted }: { id: string; isWanted: boolean }) =>
      askAsArtist(isWanted ? releaseHeldComment : refuseHeldComment, { id }),
    onSuccess: (answer) => client.setQueryData(["creator", "held comments"], answer),
    onError: () => void client.invalidateQueries({ queryKey: ["creator", "held comments"] }),
  });
}
