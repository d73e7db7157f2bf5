import { ChevronDown } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { useLocation } from "react-router-dom";
import type { Subject } from "../data/social.ts";
import { ApiError } from "../lib/api_error.ts";
import { plural } from "../lib/format.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { classNames } from "../ui/class_names.ts";
import { Skeleton } from "../ui/Skeleton.tsx";
import { useReplies } from "./api.ts";
import { CommentItem } from "./CommentItem.tsx";
import type { ShownComment } from "./comments_with_writes.ts";

interface ThreadProps {
  comment: ShownComment;
  subject: Subject;
  /** The address leads to it. */
  isWanted: boolean;
}

/** A comment and the replies to it, which are folded until they are opened, or one was just written. */
export function Thread({ comment, subject, isWanted }: ThreadProps) {
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
