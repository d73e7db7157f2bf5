import { type FormEvent, useState } from "react";
import { failureText } from "../lib/api_error.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import { useWriteAppeal } from "./api.ts";

const LEAST = 20;

/** The listener's own words. */
export function AppealForm({ onDone }: { onDone(): void }) {
  const [text, setText] = useState("");
  const [isTried, setTried] = useState(false);
  // Pressed twice, or again after a lost answer, the words arrive once.
  const [key] = useState(() => crypto.randomUUID());
  const write = useWriteAppeal();
  const isEnough = text.trim().length >= LEAST;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isEnough) write.mutate({ key, text: text.trim() }, { onSuccess: onDone });
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextArea
        required
        rows={5}
        label="Your message to us"
        hint="Say who uses your phone, where you listen, and what we may have misunderstood."
        maxLength={2_000}
        value={text}
        error={isTried && !isEnough ? `Please write at least ${LEAST} characters` : undefined}
        onChange={(event) => setText(event.target.value)}
      />
      {write.isError && <Banner tone="error">{failureText(write.error, "Failed to send your message")}</Banner>}
      <div className="flex flex-wrap gap-3 max-sm:*:flex-1">
        <Button type="submit" busy={write.isPending}>Send</Button>
        <Button variant="quiet" onClick={onDone}>Cancel</Button>
      </div>
    </form>
  );
}
