import { blockCommenter } from "@contract/calls/social.ts";
import { ask } from "../lib/ask.ts";
import { newId } from "@contract/ids.ts";
import type { Comment, CommentAnswer, CommentLikeAnswer, CommentList, ReplyList } from "@contract/social.ts";
import { type InfiniteData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useProfile } from "../data/account.ts";
import { commentsKey, commentsQuery, repliesQuery, type Subject } from "../data/social.ts";
import { useSession } from "../lib/session.ts";
import { newerThan, submitWrite, useWrites } from "../lib/writes.ts";
import {
  type Reply,
  type ShownComment,
  withCommentWrites,
  withReplyWrites,
  type Writer,
} from "./comments_with_writes.ts";

/** Of a comment's words, as they are called in a list of what waits. */
const EXCERPT = 80;

/** One page of comments, newest first, with what was written since; the page before stays until it is here. */
export function useComments(subject: Subject, page: number) {
  const query = useQuery(commentsQuery(subject, page));
  const writer = useWriter();
  const writes = newerThan(useWrites(), query.dataUpdatedAt);
  const known = query.data ?? { comments: [], page, totalPages: 1, total: 0 };
  const shown = withCommentWrites(known, { writes, subject, writer });
  // Without an answer there is only what was written here.
  return { ...query, data: query.data || shown.comments.length > 0 ? shown : undefined };
}

/** The replies to a comment, oldest first, with what was written since. */
export function useReplies(subject: Subject, threadId: string) {
  const query = useInfiniteQuery(repliesQuery(subject, threadId));
  const writer = useWriter();
  const writes = newerThan(useWrites(), query.dataUpdatedAt);
  const known: ShownComment[] = query.data?.pages.flatMap((page) => page.replies) ?? [];
  return { query, replies: withReplyWrites(known, { writes, threadId, writer }) };
}

/**
 * Writes a comment, or a reply. The next try after a refusal has the same key, so that twice sent is once written.
 */
export function useAddComment(subject: Subject, reply?: Reply) {
  const client = useQueryClient();
  const tried = useRef(newTry(""));
  return useMutation({
    mutationFn: (content: string) => {
      if (tried.current.content !== content) tried.current = newTry(content);
      const { id, commentId } = tried.current;
      const write = { kind: "comment.post" as const, commentId, ...subject, content, ...(reply && { reply }) };
      return submitWrite({ id, write, about: content.slice(0, EXCERPT) });
    },
    onSuccess: ({ isSent }) => {
      tried.current = newTry("");
      // Not awaited: the list shows it already, so the box must not show it as well.
      if (isSent) void client.invalidateQueries({ queryKey: commentsKey(subject) });
    },
  });
}

/** Likes or unlikes: shown immediately, and as it was when the service refuses. */
export function useLikeComment(subject: Subject) {
  const change = useChangeComment(subject);
  return useMutation({
    mutationFn: ({ _id: commentId, liked, content }: Comment) => {
      const write = { kind: "like" as const, commentId, wanted: !liked };
      return submitWrite({ write, about: content.slice(0, EXCERPT), before: liked });
    },
    onSuccess: ({ isSent, answer }, { _id }) =>
      isSent ? change(_id, (comment) => ({ ...comment, ...answer as CommentLikeAnswer })) : undefined,
  });
}

/** Writes a comment of one's own anew; without a network it waits. */
export function useEditComment(subject: Subject) {
  const change = useChangeComment(subject);
  return useMutation({
    mutationFn: ({ id: commentId, content }: { id: string; content: string }) =>
      submitWrite({ write: { kind: "comment.edit", commentId, content }, about: content.slice(0, EXCERPT) }),
    onSuccess: ({ isSent, answer }, { id }) => isSent ? change(id, () => (answer as CommentAnswer).comment) : undefined,
  });
}

/** Takes a comment of one's own away; without a network it waits. */
export function useDeleteComment(subject: Subject) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ _id: commentId, content }: Comment) =>
      submitWrite({ write: { kind: "comment.delete", commentId }, about: content.slice(0, EXCERPT) }),
    onSuccess: ({ isSent }) => isSent ? client.invalidateQueries({ queryKey: commentsKey(subject) }) : undefined,
  });
}

/** Blocks the author of a comment: what they wrote is out of sight everywhere. */
export function useBlockAuthor(subject: Subject) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (commentId: string) => ask(blockCommenter, { id: commentId }),
    onSuccess: () => client.invalidateQueries({ queryKey: commentsKey(subject) }),
  });
}

function newTry(content: string) {
  return { id: newId(), commentId: newId(), content };
}

function useWriter(): Writer | undefined {
  const userId = useSession()?.userId;
  const profile = useProfile().data;
  if (userId === undefined) return undefined;
  return { userId, firstName: profile?.firstName ?? "", pictureUrl: profile?.profilePicture?.url ?? "" };
}

/** Changes a comment wherever a page of the subject, or of replies under it, holds it. */
function useChangeComment(subject: Subject) {
  const client = useQueryClient();
  return (id: string, change: (comment: Comment) => Comment): void => {
    const changed = (comments: Comment[]) => comments.map((one) => one._id === id ? change(one) : one);
    client.setQueriesData<CommentList | InfiniteData<ReplyList>>({ queryKey: commentsKey(subject) }, (known) => {
      if (!known) return known;
      if ("comments" in known) return { ...known, comments: changed(known.comments) };
      return { ...known, pages: known.pages.map((page) => ({ ...page, replies: changed(page.replies) })) };
    });
  };
}
