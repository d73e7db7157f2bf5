import type { Comment, CommentAnswer, Commented, CommentLikeAnswer, CommentList } from "@contract/social.ts";
import { newId } from "@contract/new_id.ts";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { api } from "../lib/api.ts";
import { STALE } from "../lib/query_client.ts";
import { isNumber, shape } from "../lib/shape.ts";

/** What the comments stand under. */
export interface Subject {
  entityType: Commented;
  entityId: string;
}

const PAGE = 10;
const isObject = (value: unknown) => typeof value === "object" && value !== null;
const list = shape<CommentList>({ comments: Array.isArray, totalPages: isNumber });
const one = shape<CommentAnswer>({ comment: isObject });
const like = shape<CommentLikeAnswer>({ liked: (value) => typeof value === "boolean", likeCount: isNumber });

function subjectKey({ entityType, entityId }: Subject) {
  return ["social", "comments", entityType, entityId] as const;
}

/** One page of comments, newest first; the page before stays until it is here. */
export function useComments(subject: Subject, page: number) {
  const { entityType, entityId } = subject;
  return useQuery({
    queryKey: [...subjectKey(subject), page],
    queryFn: ({ signal }) =>
      api(`/api/v1/comments/${entityType}/${entityId}?page=${page}&limit=${PAGE}`, { signal, reader: list }),
    placeholderData: keepPreviousData,
    staleTime: STALE.seconds,
  });
}

/** Writes a comment. Without an answer the next try has the same key, so that twice sent is once written. */
export function useAddComment(subject: Subject) {
  const client = useQueryClient();
  const key = useRef({ id: newId(), content: "" });
  const target = subject.entityType === "artist" ? { artistId: subject.entityId } : { trackId: subject.entityId };
  return useMutation({
    mutationFn: (content: string) => {
      if (key.current.content !== content) key.current = { id: newId(), content };
      const headers = { "idempotency-key": key.current.id };
      return api("/api/v1/comments", { method: "POST", body: { ...target, content }, reader: one, headers });
    },
    onSuccess: () => {
      key.current = { id: newId(), content: "" };
      return client.invalidateQueries({ queryKey: subjectKey(subject) });
    },
  });
}

/** Likes or takes it back: shown at once, and as it was when the service refuses. */
export function useLikeComment(subject: Subject) {
  const change = useChangeComment(subject);
  return useMutation({
    mutationFn: ({ _id, liked }: Comment) =>
      api(`/api/v1/comments/like/${_id}`, { method: "POST", body: { liked: !liked }, reader: like }),
    onMutate: ({ _id, liked, likeCount }) =>
      change(_id, (comment) => ({ ...comment, liked: !liked, likeCount: likeCount + (liked ? -1 : 1) })),
    onSuccess: (answer, { _id }) => change(_id, (comment) => ({ ...comment, ...answer })),
    onError: (_error, before) => change(before._id, () => before),
  });
}

export function useEditComment(subject: Subject) {
  const change = useChangeComment(subject);
  return useMutation({
    mutationFn: ({ id, content }: { id: string; content: string }) =>
      api(`/api/v1/comments/${id}`, { method: "PUT", body: { content }, reader: one }),
    onSuccess: ({ comment }) => change(comment._id, () => comment),
  });
}

export function useDeleteComment(subject: Subject) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api(`/api/v1/comments/${id}`, { method: "DELETE" }),
    onSuccess: () => client.invalidateQueries({ queryKey: subjectKey(subject) }),
  });
}

/** Changes a comment wherever a page of the subject holds it. */
function useChangeComment(subject: Subject) {
  const client = useQueryClient();
  return (id: string, change: (comment: Comment) => Comment): void => {
    client.setQueriesData<CommentList>(
      { queryKey: subjectKey(subject) },
      (page) =>
        page && {
          ...page,
          comments: page.comments.map((comment) => comment._id === id ? change(comment) : comment),
        },
    );
  };
}
