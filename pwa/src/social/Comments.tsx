import { ChevronDown, MessagesSquare } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { useLocation } from "react-router-dom";
import type { Subject } from "../data/social.ts";
import { ApiError } from "../lib/api_error.ts";
import { plural } from "../lib/format.ts";
import { useSavedAt } from "../lib/use_saved_at.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { SavedNote } from "../ui/SavedNote.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { classNames } from "../ui/class_names.ts";
import { CommentItem } from "./CommentItem.tsx";
import { NewComment } from "./NewComment.tsx";
import { useComments, useReplies } from "./api.ts";
import type { ShownComment } from "./comments_with_writes.ts";

/** What people say under an artist or a track, ten to a page. */
export function Comments({ entityType, entityId }: Subject) {
  const subject = { entityType, entityId };
  const [page, setPage] = useState(1);
  const query = useComments(subject, page);
  const savedAt = useSavedAt(query);
  const { comments, total = 0, totalPages = 1 } = query.data ?? {};
  const wanted = useWantedThread();
  const isElsewhere = wanted !== undefined && query.isSuccess && !query.isPlaceholderData &&
    !comments?.some(({ _id }) => _id === wanted) && page < Math.min(totalPages, MOST_PAGES_LOOKED);
  useEffect(() => {
    if (isElsewhere) setPage(page + 1);
  }, [isElsewhere, page]);
  const hasFailed = query.isError && query.dataUpdatedAt === 0;
  const isUnanswered = query.error instanceof ApiError && query.error.kind === "network";
  return (
    <section aria-labelledby="comments" className="max-w-3xl">
      <h2 id="comments" className="mb-4 flex flex-wrap items-baseline gap-x-3 text-xl">
        Comments
        {total > 0 && <span className="text-sm font-semibold text-ink-soft">{plural(total, "comment")}</span>}
      </h2>
      <NewComment subject={subject} onAdded={() => setPage(1)} />
      {savedAt !== undefined && <SavedNote what="comments" savedAt={savedAt} />}
      {query.isPending && !comments && <Skeleton shape="rows" count={3} label="Loading comments..." />}
      {hasFailed && (comments || isUnanswered) && (
        <Banner tone="offline" className="mb-3">
          {comments ? "The other comments show once you are connected." : "The comments show once you are connected."}
        </Banner>
      )}
      {hasFailed && !comments && !isUnanswered && (
        <Banner
          tone="error"
          action={
            <Button variant="quiet" size="small" busy={query.isFetching} onClick={() => void query.refetch()}>
              Try Again
            </Button>
          }
        >
          Failed to load comments
        </Banner>
      )}
      {comments?.length === 0 && query.isSuccess && (
        <p className="flex items-center gap-3 py-6 text-ink-soft">
          <MessagesSquare aria-hidden="true" size={22} className="shrink-0" />
          No comments yet. Be the first.
        </p>
      )}
      <ul aria-busy={query.isPlaceholderData} className="divide-y divide-line">
        {comments?.map((comment) => (
          <Thread key={comment._id} comment={comment} subject={subject} isWanted={comment._id === wanted} />
        ))}
      </ul>
      {totalPages > 1 && <Pages page={page} totalPages={totalPages} onPage={setPage} />}
    </section>
  );
}

/** Further down a reply is too deep to be found. */
const MOST_PAGES_LOOKED = 10;

/** The thread that the address names, as that of a notification does. */
function useWantedThread(): string | undefined {
  return /^#thread-([\w-]+)$/.exec(useLocation().hash)?.[1];
}

interface PagesProps {
  page: number;
  totalPages: number;
  onPage(page: number): void;
}

function Pages({ page, totalPages, onPage }: PagesProps) {
  const go = (to: number) => to >= 1 && to <= totalPages && onPage(to);
  return (
    <nav aria-label="Pages of comments" className="flex flex-wrap items-center justify-between gap-4 pt-4">
      <Button variant="quiet" size="small" disabled={page <= 1} onClick={() => go(page - 1)}>Previous</Button>
      <p aria-live="polite" className="text-sm text-ink-soft">Page {page} of {totalPages}</p>
      <Button variant="quiet" size="small" disabled={page >= totalPages} onClick={() => go(page + 1)}>Next</Button>
    </nav>
  );
}

interface ThreadProps {
  comment: ShownComment;
  subject: Subject;
  /** The address leads to it. */
  isWanted: boolean;
}

/** A comment and the replies to it, which are folded until they are opened, or one was just written. */
function Thread({ comment, subject, isWanted }: ThreadProps) {
  const [isOpen, setOpen] = useState(isWanted);
  const placeId = `thread-${comment._id}`;
  const { key } = useLocation();
  useEffect(() => {
    if (!isWanted) return;
    setOpen(true);
    document.getElementById(placeId)?.scrollIntoView({ block: "start" });
  }, [isWanted, placeId, key]);
  const listId = useId();
  const count = comment.replyCount ?? 0;
  const replies = plural(count, "reply", "replies");
  return (
    <CommentItem id={placeId} comment={comment} subject={subject} onReplied={() => setOpen(true)}>
      {count > 0 && (
        <Button
          variant="plain"
          size="small"
          className="-ml-3"
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          icon={<ChevronDown size={16} className={classNames("transition-transform", isOpen && "rotate-180")} />}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? `Hide ${replies}` : replies}
        </Button>
      )}
      {isOpen && count > 0 && <Replies id={listId} threadId={comment._id} subject={subject} />}
    </CommentItem>
  );
}

function Replies({ id, threadId, subject }: { id: string; threadId: string; subject: Subject }) {
  const { query, replies } = useReplies(subject, threadId);
  const hasFailed = query.isError && query.dataUpdatedAt === 0;
  const isUnanswered = query.error instanceof ApiError && query.error.kind === "network";
  const names = new Map(replies.map((one) => [one._id, one.userId.firstName || "Anonymous"]));
  return (
    <div id={id} className="mt-1 border-l-2 border-line pl-3">
      {query.isPending && <Skeleton shape="rows" count={1} label="Loading replies..." />}
      <ul aria-label="Replies" className="divide-y divide-line">
        {replies.map((reply) => (
          <CommentItem
            key={reply._id}
            comment={reply}
            subject={subject}
            answers={reply.replyTo === threadId ? undefined : names.get(reply.replyTo ?? "")}
          />
        ))}
      </ul>
      {hasFailed && isUnanswered && <Banner tone="offline">The replies show once you are connected.</Banner>}
      {hasFailed && !isUnanswered && (
        <Banner
          tone="error"
          action={
            <Button variant="quiet" size="small" busy={query.isFetching} onClick={() => void query.refetch()}>
              Try Again
            </Button>
          }
        >
          Failed to load replies
        </Banner>
      )}
      {query.hasNextPage && (
        <Button
          variant="plain"
          size="small"
          busy={query.isFetchingNextPage}
          busyLabel="Loading..."
          onClick={() => void query.fetchNextPage()}
        >
          {query.isFetchNextPageError ? "Try Again" : "More replies"}
        </Button>
      )}
    </div>
  );
}
