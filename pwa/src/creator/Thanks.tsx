import { MAX_GIFT_MESSAGE, type ReceivedGift } from "@contract/gifts.ts";
import { useState } from "react";
import { failureText } from "../lib/api_error.ts";
import { useBusy } from "../lib/busy.ts";
import { Form } from "../ui/Form.tsx";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import { useThank } from "./api.ts";

/** What the artist said to a gift, or the way to say it: once. */
export function Thanks({ gift }: { gift: ReceivedGift }) {
  const [isWriting, setWriting] = useState(false);
  if (gift.thanks !== undefined) {
    return (
      <p className="mt-3 rounded-lg bg-success-soft px-3 py-2 text-sm break-words">
        <strong className="block">You said thank you</strong>
        {gift.thanks}
      </p>
    );
  }
  if (isWriting) return <ThanksForm gift={gift} onClose={() => setWriting(false)} />;
  return (
    <Button variant="quiet" size="small" className="mt-3" onClick={() => setWriting(true)}>
      Say thank you
      <span className="sr-only">to {gift.sender.name}</span>
    </Button>
  );
}

function ThanksForm({ gift, onClose }: { gift: ReceivedGift; onClose(): void }) {
  const [message, setMessage] = useState("");
  const thanking = useThank();
  useBusy("typing", message !== "");
  return (
    <Form
      onSubmit={() => {
        if (message.trim() !== "") thanking.mutate({ id: gift.id, message: message.trim() });
      }}
      className="mt-3 gap-3"
    >
      <TextArea
        autoFocus
        label={`Your message to ${gift.sender.name}`}
        hint="We email it to them and show it with their gift. You can thank them once."
        value={message}
        maxLength={MAX_GIFT_MESSAGE}
        onChange={(event) => setMessage(event.target.value)}
      />
      {thanking.isError && (
        <Banner tone="error">{failureText(thanking.error, "Your thanks could not be sent. Please try again.")}</Banner>
      )}
      <div className="flex gap-3">
        <Button
          type="submit"
          size="small"
          busy={thanking.isPending}
          busyLabel="Sending..."
          disabled={message.trim() === ""}
        >
          Send
        </Button>
        <Button variant="quiet" size="small" onClick={onClose}>Not now</Button>
      </div>
    </Form>
  );
}
