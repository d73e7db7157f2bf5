import type { Comment } from "@contract/social.ts";
import { useState } from "react";
import type { Subject } from "../data/social.ts";
import { failureText } from "../lib/api_error.ts";
import { useIsRefused, useSession } from "../lib/session.ts";
import { Button } from "../ui/Button.tsx";
import { Form } from "../ui/Form.tsx";
import { useEditComment } from "./api.ts";
import { CommentText } from "./CommentText.tsx";

interface EditCommentProps {
  comment: Comment;
  subject: Subject;
  onDone(): void;
}

/** The text of one's own comment, to be changed. */
export function EditComment({ comment, subject, onDone }: EditCommentProps) {
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
