import { MAX_GIFT_MESSAGE, type SupporterThanks } from "@contract/gifts.ts";
import { newId } from "@contract/ids.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { supporterThanksQuery } from "../data/creator.ts";
import { useMay } from "../lib/acting.ts";
import { failureText } from "../lib/api_error.ts";
import { useBusy } from "../lib/busy.ts";
import { useOnline } from "../lib/connection.ts";
import { formatAgo, plural } from "../lib/format.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import { useThankAll } from "./api.ts";

/** One thank-you for everyone who gave since the last one, and what was said before; nothing where there is neither. */
export function ThankAll() {
  const { data } = useQuery(supporterThanksQuery);
  const mayThank = useMay("edit");
  const [last] = data?.thanks ?? [];
  if (!data || data.waiting === 0 && !last) return null;
  const { waiting, nextThanksAt } = data;
  return (
    <Card className="flex flex-col items-start gap-3">
      <h2 className="text-xl">Thank everyone</h2>
      {waiting === 0
        ? <p className="text-ink-soft">Everyone who gave has your thanks.</p>
        : (
          <p className="text-ink-soft">
            {plural(waiting, "gift")}{" "}
            without your thanks. Each giver gets your words once, also those who stay anonymous: you do not learn who
            they are.
          </p>
        )}
      {waiting > 0 && nextThanksAt && (
        <p className="text-sm text-ink-soft">
          Once a week. The next time is{" "}
          {new Date(nextThanksAt).toLocaleString("en-NG", { dateStyle: "long", timeStyle: "short" })}.
        </p>
      )}
      {waiting > 0 && !nextThanksAt && mayThank && <ThankAllForm />}
      {last && <Said thanks={last} />}
    </Card>
  );
}

function Said({ thanks: { text, at, isHidden } }: { thanks: SupporterThanks["thanks"][number] }) {
  return (
    <div className="w-full rounded-lg bg-success-soft px-3 py-2 text-sm">
      <p>
        <strong>You said</strong> <time dateTime={at} className="text-ink-soft">{formatAgo(at)}</time>
      </p>
      <p className="break-words whitespace-pre-line">{text}</p>
      {isHidden && <p className="mt-1 font-semibold">A moderator has hidden it.</p>}
    </div>
  );
}

function ThankAllForm() {
  const [isOpen, setOpen] = useState(false);
  const [message, setMessage] = useState("");
  const [key, setKey] = useState(() => newId());
  const isOnline = useOnline();
  const thanking = useThankAll(key);
  useBusy("typing", message !== "");
  if (!isOpen) return <Button onClick={() => setOpen(true)}>Write a thank-you</Button>;
  const said = message.trim();
  return (
    <form
      className="flex w-full flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (said !== "") thanking.mutate(said);
      }}
    >
      <TextArea
        autoFocus
        label="Your message to everyone who gave"
        hint={`${message.length} of ${MAX_GIFT_MESSAGE} characters. No links. You can thank everyone once a week.`}
        value={message}
        maxLength={MAX_GIFT_MESSAGE}
        onChange={(event) => {
          setMessage(event.target.value);
          setKey(newId());
          thanking.reset();
        }}
      />
      {thanking.isError && (
        <Banner tone="error">{failureText(thanking.error, "Your thanks could not be sent. Please try again.")}</Banner>
      )}
      <div className="flex gap-3">
        <Button type="submit" busy={thanking.isPending} busyLabel="Sending..." disabled={said === "" || !isOnline}>
          Thank everyone
        </Button>
        <Button variant="quiet" onClick={() => setOpen(false)}>Not now</Button>
      </div>
    </form>
  );
}
