import { type FormEvent, useEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import type { Subject } from "../data/social.ts";
import { failureText } from "../lib/api_error.ts";
import { useBusy } from "../lib/busy.ts";
import { loginPath, useSession } from "../lib/session.ts";
import { Button } from "../ui/Button.tsx";
import { useAddComment } from "./api.ts";
import { CommentText } from "./CommentText.tsx";

/** The box for a new comment, with its error below. */
export function NewComment({ subject, onAdded }: { subject: Subject; onAdded(): void }) {
  const session = useSession();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<"empty" | "visitor">();
  const add = useAddComment(subject);
  const form = useRef<HTMLFormElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  useBusy("typing", text !== "");
  useEffect(() => {
    // What is disabled while it is sent loses the focus; a person who went elsewhere meanwhile keeps theirs.
    const focused = document.activeElement;
    const isLost = focused === document.body || form.current?.contains(focused);
    if ((add.isSuccess || add.isError) && isLost) box.current?.focus();
  }, [add.isSuccess, add.isError]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
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
    <form ref={form} noValidate onSubmit={submit} className="mb-6 flex flex-col gap-3">
      <CommentText
        ref={box}
        label="Write a comment"
        value={text}
        disabled={add.isPending}
        error={problem === "empty" ? "Comment cannot be empty" : problem ? "Please log in to comment" : refused}
        onChange={(value) => {
          setText(value);
          setProblem(undefined);
          add.reset();
        }}
      />
      <div className="flex items-center gap-4">
        <Button type="submit" busy={add.isPending} busyLabel="Posting...">Post Comment</Button>
        {problem === "visitor" && (
          <Link to={loginPath()} className="text-sm font-semibold text-accent underline-offset-4 hover:underline">
            Log in
          </Link>
        )}
      </div>
    </form>
  );
}
