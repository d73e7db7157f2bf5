import { Ban, Flag, Heart, PenLine, Reply as ReplyIcon, Trash2 } from "lucide-react";
import { type ReactNode, type Ref, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { Comment } from "@contract/social.ts";
import type { Subject } from "../data/social.ts";
import { failureText } from "../lib/api_error.ts";
import { formatAgo, formatDate, formatDateTime, plural } from "../lib/format.ts";
import { useIsRefused, useSession } from "../lib/session.ts";
import { AskLogIn } from "../ui/AskLogIn.tsx";
import { Avatar } from "../ui/Avatar.tsx";
import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { Form } from "../ui/Form.tsx";
import { Menu } from "../ui/Menu.tsx";
import { WaitingMark } from "../ui/WaitingMark.tsx";
import { classNames } from "../ui/class_names.ts";
import { CommentText } from "./CommentText.tsx";
import { NewComment } from "./NewComment.tsx";
import { useBlockAuthor, useDeleteComment, useEditComment, useLikeComment } from "./api.ts";
import type { ShownComment } from "./comments_with_writes.ts";

interface CommentItemProps {
  comment: ShownComment;
  subject: Subject;
}

interface ItemProps extends CommentItemProps {
  /** Where an address can lead. */
  id?: string;
  /** Of a reply to another reply: who is answered. */
  answers?: string | undefined;
  onReplied?(): void;
  /** What is under it. */
  children?: ReactNode;
}

type Mode = "view" | "edit" | "delete" | "reply" | "block";

/** One comment: who said it and when, a like, a reply, and for its author edit and delete. */
export function CommentItem({ id, comment, subject, answers, onReplied, children }: ItemProps) {
  const [mode, setMode] = useState<Mode>("view");
  const replyButton = useRef<HTMLButtonElement>(null);
  const { userId: author, content } = comment;
  const view = () => setMode("view");
  const closeReply = () => {
    view();
    replyButton.current?.focus();
  };
  if (comment.isRemoved) {
    return (
      <li id={id} className="scroll-mt-20 py-4">
        <p className="text-ink-soft italic">{content}</p>
        {children}
      </li>
    );
  }
  return (
    <li id={id} className="flex scroll-mt-20 gap-3 py-4">
      <Avatar src={author.profileImage.url} size={comment.threadId === undefined ? 40 : 32} />
      <div className="min-w-0 flex-1">
        <Byline comment={comment} answers={answers} />
        {mode === "edit"
          ? <EditComment comment={comment} subject={subject} onDone={view} />
          : <p className="mt-1 whitespace-pre-line wrap-anywhere">{content}</p>}
        {mode !== "edit" && (
          <Actions comment={comment} subject={subject} mode={mode} replyButton={replyButton} onMode={setMode} />
        )}
        {mode === "reply" && (
          <WriteReply
            comment={comment}
            subject={subject}
            onClose={closeReply}
            onAdded={() => {
              closeReply();
              onReplied?.();
            }}
          />
        )}
        {mode === "delete" && <Delete comment={comment} subject={subject} onClose={view} />}
        {mode === "block" && <Block comment={comment} subject={subject} onClose={view} />}
        {children}
      </div>
    </li>
  );
}

interface ActionsProps extends CommentItemProps {
  mode: Mode;
  replyButton: Ref<HTMLButtonElement>;
  onMode(mode: Mode): void;
}

function Actions({ comment, subject, mode, replyButton, onMode }: ActionsProps) {
  const session = useSession();
  const navigate = useNavigate();
  const isOwn = session?.userId === comment.userId._id;
  return (
    <div className="mt-1 -ml-3 flex flex-wrap items-center">
      {!comment.isUnsent && (
        <>
          <Like comment={comment} subject={subject} />
          <Button
            ref={replyButton}
            variant="plain"
            size="small"
            icon={<ReplyIcon size={16} />}
            aria-expanded={mode === "reply"}
            onClick={() => onMode(mode === "reply" ? "view" : "reply")}
          >
            Reply
          </Button>
        </>
      )}
      {session && !isOwn && (
        <Menu
          label={`More for the comment of ${comment.userId.firstName || "Anonymous"}`}
          items={[
            {
              label: "Report",
              icon: <Flag size={18} />,
              onSelect: () => void navigate(`/report/comment/${comment._id}`),
            },
            { label: "Block this person", icon: <Ban size={18} />, dangerous: true, onSelect: () => onMode("block") },
          ]}
        />
      )}
      {isOwn && (
        <>
          <Button variant="plain" size="small" icon={<PenLine size={16} />} onClick={() => onMode("edit")}>Edit</Button>
          <Button variant="plain" size="small" icon={<Trash2 size={16} />} onClick={() => onMode("delete")}>
            Delete
          </Button>
        </>
      )}
    </div>
  );
}

function WriteReply(
  { comment: { _id: to, threadId = to }, subject, onClose, onAdded }: CommentItemProps & {
    onClose(): void;
    onAdded(): void;
  },
) {
  const session = useSession();
  if (!session) return <AskLogIn text="Please log in to comment" onClose={onClose} />;
  return <NewComment subject={subject} reply={{ to, threadId }} onCancel={onClose} onAdded={onAdded} />;
}

function Byline(
  { comment: { userId: author, createdAt, updatedAt, isWaiting, isHeld }, answers }: {
    comment: ShownComment;
    answers: string | undefined;
  },
) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
      <span className="font-semibold">{author.firstName || "Anonymous"}</span>
      {answers !== undefined && <span className="text-ink-soft">to {answers}</span>}
      <time dateTime={createdAt} title={formatDateTime(createdAt)} className="text-ink-faint">
        {formatAgo(createdAt)}
      </time>
      {updatedAt !== createdAt && <span className="text-ink-faint">Edited {formatDate(updatedAt)}</span>}
      {isWaiting && <WaitingMark />}
      {isHeld && <span className="text-ink-soft">Only you see it</span>}
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

function Block({ comment, subject, onClose }: CommentItemProps & { onClose(): void }) {
  const block = useBlockAuthor(subject);
  return (
    <ConfirmDialog
      open
      dangerous
      title={`Block ${comment.userId.firstName || "this person"}?`}
      message="You read nothing of theirs any more, and they cannot answer you. They are not told."
      confirmLabel="Block"
      busy={block.isPending}
      error={block.isError ? failureText(block.error, "Failed to block this person") : undefined}
      onConfirm={() => block.mutate(comment._id, { onSuccess: onClose })}
      onCancel={onClose}
    />
  );
}

function Delete({ comment, subject, onClose }: CommentItemProps & { onClose(): void }) {
  const isRefused = useIsRefused();
  const remove = useDeleteComment(subject);
  if (isRefused) return <AskLogIn text="Please log in to delete comments" onClose={onClose} />;
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

interface EditCommentProps {
  comment: Comment;
  subject: Subject;
  onDone(): void;
}

/** The text of one's own comment, to be changed. */
function EditComment({ comment, subject, onDone }: EditCommentProps) {
  const session = useSession();
  const isRefused = useIsRefused();
  const [text, setText] = useState(comment.content);
  const [problem, setProblem] = useState<string>();
  const edit = useEditComment(subject);
  const submit = () => {
    const isEmpty = text.trim() === "";
    const isOut = !session || isRefused;
    const found = isEmpty ? "Comment cannot be empty" : isOut ? "Please log in to edit comments" : undefined;
    setProblem(found);
    if (!found) edit.mutate({ id: comment._id, content: text.trim() }, { onSuccess: onDone });
  };
  return (
    <Form onSubmit={submit} className="mt-2 gap-3">
      <CommentText
        autoFocus
        label="Edit comment"
        value={text}
        disabled={edit.isPending}
        error={problem ?? (edit.isError ? failureText(edit.error, "Failed to update comment") : undefined)}
        onChange={setText}
      />
      <div className="flex gap-3">
        <Button type="submit" size="small" busy={edit.isPending} busyLabel="Saving...">Save</Button>
        <Button variant="quiet" size="small" disabled={edit.isPending} onClick={onDone}>Cancel</Button>
      </div>
    </Form>
  );
}
