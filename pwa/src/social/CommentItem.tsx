import { Heart, PenLine, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Subject } from "../data/social.ts";
import { failureText } from "../lib/api_error.ts";
import { formatAgo, formatDate, formatDateTime, plural } from "../lib/format.ts";
import { useIsRefused, useSession } from "../lib/session.ts";
import { AskLogIn } from "../ui/AskLogIn.tsx";
import { Avatar } from "../ui/Avatar.tsx";
import { Button } from "../ui/Button.tsx";
import { classNames } from "../ui/class_names.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { WaitingMark } from "../ui/WaitingMark.tsx";
import { useDeleteComment, useLikeComment } from "./api.ts";
import { EditComment } from "./EditComment.tsx";
import type { ShownComment } from "./comments_with_writes.ts";

interface CommentItemProps {
  comment: ShownComment;
  subject: Subject;
}

/** One comment: who said it and when, a like, and for its author edit and delete. */
export function CommentItem({ comment, subject }: CommentItemProps) {
  const session = useSession();
  const isRefused = useIsRefused();
  const [mode, setMode] = useState<"view" | "edit" | "delete">("view");
  const { userId: author, content } = comment;
  const isOwn = session?.userId === author._id;
  const view = () => setMode("view");
  return (
    <li className="flex gap-3 py-4">
      <Avatar src={author.profileImage.url} size={40} />
      <div className="min-w-0 flex-1">
        <Byline comment={comment} />
        {mode === "edit"
          ? <EditComment comment={comment} subject={subject} onDone={view} />
          : <p className="mt-1 whitespace-pre-line wrap-anywhere">{content}</p>}
        {mode !== "edit" && (
          <div className="mt-1 -ml-3 flex flex-wrap items-center">
            {!comment.isUnsent && <Like comment={comment} subject={subject} />}
            {isOwn && (
              <>
                <Button variant="plain" size="small" icon={<PenLine size={16} />} onClick={() => setMode("edit")}>
                  Edit
                </Button>
                <Button variant="plain" size="small" icon={<Trash2 size={16} />} onClick={() => setMode("delete")}>
                  Delete
                </Button>
              </>
            )}
          </div>
        )}
        {mode === "delete" && (isRefused
          ? <AskLogIn text="Please log in to delete comments" onClose={view} />
          : <Delete comment={comment} subject={subject} onClose={view} />)}
      </div>
    </li>
  );
}

function Byline({ comment: { userId: author, createdAt, updatedAt, isWaiting } }: { comment: ShownComment }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
      <span className="font-semibold">{author.firstName || "Anonymous"}</span>
      <time dateTime={createdAt} title={formatDateTime(createdAt)} className="text-ink-faint">
        {formatAgo(createdAt)}
      </time>
      {updatedAt !== createdAt && <span className="text-ink-faint">Edited {formatDate(updatedAt)}</span>}
      {isWaiting && <WaitingMark />}
    </p>
  );
}

function Like({ comment, subject }: CommentItemProps) {
  const session = useSession();
  const like = useLikeComment(subject);
  const [isAsking, setAsking] = useState(false);
  const { liked, likeCount } = comment;
  return (
    <>
      <Button
        variant="plain"
        size="small"
        aria-pressed={liked}
        icon={<Heart size={16} fill={liked ? "currentColor" : "none"} />}
        className={classNames(liked && "text-accent!")}
        onClick={() => session ? like.mutate(comment) : setAsking(true)}
      >
        <span className="sr-only">Like, {plural(likeCount, "like")}</span>
        <span aria-hidden="true">{likeCount > 0 ? likeCount : "Like"}</span>
      </Button>
      {like.isError && (
        <p role="alert" className="w-full px-3 text-sm text-danger">
          {failureText(like.error, "Failed to like comment")}
        </p>
      )}
      {isAsking && <AskLogIn text="Please log in to like comments" onClose={() => setAsking(false)} />}
    </>
  );
}

function Delete({ comment, subject, onClose }: CommentItemProps & { onClose(): void }) {
  const remove = useDeleteComment(subject);
  return (
    <ConfirmDialog
      open
      dangerous
      title="Delete this comment?"
      message="You cannot undo this."
      confirmLabel="Delete"
      busy={remove.isPending}
      error={remove.isError ? failureText(remove.error, "Failed to delete comment") : undefined}
      onConfirm={() => remove.mutate(comment)}
      onCancel={onClose}
    />
  );
}
