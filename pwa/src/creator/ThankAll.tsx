import { MAX_GIFT_MESSAGE, type SupporterThanks } from "@contract/gifts.ts";
import { newId } from "@contract/ids.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { supporterThanksQuery } from "../data/creator.ts";
import { useMay } from "../lib/acting.ts";
import { failureText } from "../lib/api_error.ts";
import { useBusy } from "../lib/busy.ts";
import { useOnline } from "../lib/connection.ts";
import { formatAgo, formatFullCount, plural } from "../lib/format.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { Form } from "../ui/Form.tsx";
import { Select } from "../ui/Select.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import { useThankAll } from "./api.ts";
import { royaltyMonthName } from "./royalty_words.ts";

/**
 * One thank-you for everyone who gave since the last one or in a month, and what was said before; nothing where there is
 * neither.
 */
export function ThankAll() {
  const { data } = useQuery(supporterThanksQuery);
  const mayThank = useMay("edit");
  if (!data) return null;
  const { waiting, months, nextThanksAt, thanks: [last] } = data;
  const isWaiting = waiting > 0 || months.length > 0;
  if (!isWaiting && !last) return null;
  return (
    <Card className="flex flex-col items-start gap-3">
      <h2 className="text-xl">Thank everyone</h2>
      <p className="text-ink-soft">{waitingWords(data)}</p>
      {isWaiting && nextThanksAt && (
        <p className="text-sm text-ink-soft">
          Once a week. The next time is{" "}
          {new Date(nextThanksAt).toLocaleString("en-NG", { dateStyle: "long", timeStyle: "short" })}.
        </p>
      )}
      {isWaiting && !nextThanksAt && mayThank && <ThankAllForm times={timesOf(data)} />}
      {last && <Said thanks={last} />}
    </Card>
  );
}

function waitingWords({ waiting, months }: SupporterThanks): string {
  const all = months.reduce((sum, { gifts }) => sum + gifts, 0);
  if (all === 0) return "Everyone who gave has your thanks.";
  const since = waiting === all
    ? ""
    : waiting === 0
    ? ", from months before your last thank-you"
    : `, ${formatFullCount(waiting)} of them since your last thank-you`;
  return `${plural(all, "gift")} without your thanks${since}. Each giver gets your words once, also those who stay ` +
    "anonymous: you do not learn who they are.";
}

/** Whose gifts a thank-you is for. */
interface Time {
  /** A Lagos month (YYYY-MM), or empty for those since the last thank-you. */
  readonly month: string;
  readonly name: string;
  readonly gifts: number;
  readonly people: number;
}

function timesOf({ waiting, people, months, thanks }: SupporterThanks): readonly Time[] {
  const since = {
    month: "",
    name: thanks.length > 0 ? "Since your last thank-you" : "All so far",
    gifts: waiting,
    people,
  };
  return [
    ...(waiting > 0 ? [since] : []),
    ...months.map((one) => ({ ...one, name: royaltyMonthName(one.month) })),
  ];
}

function Said({ thanks: { text, at, isHidden, month } }: { thanks: SupporterThanks["thanks"][number] }) {
  return (
    <div className="w-full rounded-lg bg-success-soft px-3 py-2 text-sm">
      <p>
        <strong>You said</strong> <time dateTime={at} className="text-ink-soft">{formatAgo(at)}</time>
        {month !== null && <span className="text-ink-soft">, for {royaltyMonthName(month)}</span>}
      </p>
      <p className="break-words whitespace-pre-line">{text}</p>
      {isHidden && <p className="mt-1 font-semibold">A moderator has hidden it.</p>}
    </div>
  );
}

function ThankAllForm({ times }: { times: readonly Time[] }) {
  const [isOpen, setOpen] = useState(false);
  const [message, setMessage] = useState("");
  const [chosen, setChosen] = useState("");
  const [key, setKey] = useState(() => newId());
  const isOnline = useOnline();
  const thanking = useThankAll(key);
  useBusy("typing", message !== "");
  if (!isOpen) return <Button onClick={() => setOpen(true)}>Write a thank-you</Button>;
  const said = message.trim();
  const time = times.find(({ month }) => month === chosen) ?? times[0];
  const change = (set: () => void) => {
    set();
    setKey(newId());
    thanking.reset();
  };
  return (
    <Form
      className="w-full gap-3"
      onSubmit={() => {
        if (said !== "" && time) thanking.mutate({ message: said, month: time.month });
      }}
    >
      <Select
        autoFocus
        label="Whom you thank"
        value={time?.month ?? ""}
        options={times.map(({ month, name, gifts }) => ({ value: month, label: `${name} (${plural(gifts, "gift")})` }))}
        onChange={(event) => change(() => setChosen(event.target.value))}
      />
      <TextArea
        label="Your message to everyone who gave"
        hint={`${message.length} of ${MAX_GIFT_MESSAGE} characters. No links. You can thank everyone once a week.`}
        value={message}
        maxLength={MAX_GIFT_MESSAGE}
        onChange={(event) => change(() => setMessage(event.target.value))}
      />
      {time && (
        <p className="text-sm text-ink-soft">
          It goes to{" "}
          <strong>{time.people === 1 ? "one person" : `up to ${formatFullCount(time.people)} people`}</strong>
          {time.people > 1 && " (gifts without a name may be of one person)"}, not to those who stopped your messages or
          whom you block.
        </p>
      )}
      {thanking.isError && (
        <Banner tone="error">{failureText(thanking.error, "Your thanks could not be sent. Please try again.")}</Banner>
      )}
      <div className="flex gap-3">
        <Button type="submit" busy={thanking.isPending} busyLabel="Sending..." disabled={said === "" || !isOnline}>
          Thank everyone
        </Button>
        <Button variant="quiet" onClick={() => setOpen(false)}>Not now</Button>
      </div>
    </Form>
  );
}
