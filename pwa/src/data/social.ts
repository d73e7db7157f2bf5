import { listComments, listReplies } from "@contract/calls/social.ts";
import { ask } from "../lib/ask.ts";
import type { Commented } from "@contract/social.ts";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { STALE } from "./query_client.ts";

/** What comments are about. */
export interface Subject {
  entityType: Commented;
  entityId: string;
}

const PAGE = 10;

/** The start of the keys of a subject's comments. */
export function commentsKey({ entityType, entityId }: Subject) {
  return ["social", "comments", entityType, entityId] as const;
}

/** One page of comments, newest first; the page before stays until it is here. */
export function commentsQuery(subject: Subject, page: number) {
  const { entityType, entityId } = subject;
  return queryOptions({
    queryKey: [...commentsKey(subject), page],
    queryFn: ({ signal }) => ask(listComments, { entityType, entityId, query: { page, limit: PAGE }, signal }),
    placeholderData: keepPreviousData,
    staleTime: STALE.seconds,
  });
}

/** The replies to a comment, oldest first. */
export function repliesQuery(subject: Subject, threadId: string) {
  return infiniteQueryOptions({
    queryKey: [...commentsKey(subject), "replies", threadId],
    queryFn: ({ pageParam, signal }) =>
      ask(listReplies, { id: threadId, query: { after: pageParam || undefined }, signal }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: STALE.seconds,
  });
}
