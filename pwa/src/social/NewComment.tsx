import { type RefObject, useEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import type { Subject } from "../data/social.ts";
import { failureText } from "../lib/api_error.ts";
import { useBusy } from "../lib/busy.ts";
import { loginPath, useSession } from "../lib/session.ts";
import { Button } from "../ui/Button.tsx";
import { Form } from "../ui/Form.tsx";
import { useAddComment } from "./api.ts";
import type { Reply } from "./comments_with_writes.ts";
import { CommentText } from "./CommentText.tsx";

interface NewCommentProps {
  subject: Subject;
  /** Left out for a comment of its own. */
  reply?: Reply;
  onAdded(): void;
  onCancel?(): void;
}

/** The box for a new comment or reply, with its error below. */
export function NewComment({ subject, reply, onAdded, onCancel }: NewCommentProps) {
  const session = useSession();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<"empty" | "visitor">();
  const add = useAddComment(subject, reply);
  const form = useRef<HTMLFormElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  useBusy("typing", text !== "");
  useFocusBack({ isAnswered: add.isSuccess || add.isError, form, box });
  const submit = () => {
    const found = text.trim() === "" ? "empty" : session ? undefined : "visitor";
    setProblem(found);
    if (found) return;
    add.mutate(text.trim(), {
      onSuccess: () => {
        setText("");
        onAdded();
      },
    });
  };
  const refused = add.isError ? failureText(add.error, "Failed to add comment") : undefined;
  return (
    <Form ref={form} onSubmit={submit} className={reply ? "mt-2 gap-3" : "mb-6 gap-3"}>
      <CommentText
        ref={box}
        label={reply ? "Write a reply" : "Write a comment"}
        autoFocus={reply !== undefined}
        value={text}
        disabled={add.isPending}
        error={problem === "empty" ? "Comment cannot be empty" : problem ? "Please log in to comment" : refused}
        onChange={(value) => {
          setText(value);
          setProblem(undefined);
          add.reset();
        }}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" busy={add.isPending} busyLabel="Posting...">
          {reply ? "Post Reply" : "Post Comment"}
        </Button>
        {onCancel && <Button variant="quiet" disabled={add.isPending} onClick={onCancel}>Cancel</Button>}
        {problem === "visitor" && (
          <Link to={loginPath()} className="text-sm font-semibold text-accent underline-offset-4 hover:underline">
            Log in
          </Link>
        )}
      </div>
    </Form>
  );
}

/** What is disabled while it is sent loses the focus; a person who went elsewhere meanwhile keeps theirs. */
function useFocusBack(
  { isAnswered, form, box }: {
    isAnswered: boolean;
    form: RefObject<HTMLElement | null>;
    box: RefObject<HTMLElement | null>;
  },
): void {
  useEffect(() => {
    const focused = document.activeElement;
    const isLost = focused === document.body || form.current?.contains(focused);
    if (isAnswered && isLost) box.current?.focus();
  }, [isAnswered, form, box]);
}
