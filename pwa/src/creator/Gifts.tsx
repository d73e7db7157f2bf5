import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { Gift } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { type GiftsReceived, giftTier, MAX_GIFT_MESSAGE, type ReceivedGift } from "@contract/gifts.ts";
import { formatDollars } from "@contract/money.ts";
import { giftsReceivedQuery } from "../data/creator.ts";
import { useMay } from "../lib/acting.ts";
import { failureText } from "../lib/api_error.ts";
import { useBusy } from "../lib/busy.ts";
import { formatDate, formatFullCount, plural } from "../lib/format.ts";
import { nairaOf } from "../lib/naira.ts";
import { useSavedAt } from "../lib/use_saved_at.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { Form } from "../ui/Form.tsx";
import { LoadState } from "../ui/LoadState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { SavedNote } from "../ui/SavedNote.tsx";
import { Segments } from "../ui/Segments.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import { Figure, Figures } from "./Figures.tsx";
import { ThankAll } from "./ThankAll.tsx";
import { useThank } from "./api.ts";

const FAILED = "Failed to load supporter data. Please try again later.";

/** `/cs-gift`: what supporters gave. */
export function Gifts() {
  const gifts = useQuery(giftsReceivedQuery);
  return (
    <>
      <PageHeader title="Artist Support" subtitle="Gifts from people who love your music." />
      <States gifts={gifts} />
    </>
  );
}

function States({ gifts }: { gifts: UseQueryResult<GiftsReceived> }) {
  const savedAt = useSavedAt(gifts);
  if (gifts.data) {
    return (
      <>
        <SavedNote what="gifts" savedAt={savedAt} />
        <Content received={gifts.data} />
      </>
    );
  }
  return <LoadState query={gifts} shape="figures" label="Loading your gifts..." failure={FAILED} />;
}

function Content({ received: { gifts, stats } }: { received: GiftsReceived }) {
  return (
    <div className="flex flex-col gap-8">
      <Figures>
        <Figure name="Total gifts">{formatFullCount(stats.totalGifts)}</Figure>
        <Figure name="Total amount" note={nairaOf(stats.naira.total)}>{formatDollars(stats.totalAmount)}</Figure>
        <Figure name="Direct gifts" note={`${nairaOf(stats.naira.direct)} · ${plural(stats.directGifts, "gift")}`}>
          {formatDollars(stats.directAmount)}
        </Figure>
        <Figure name="Gifts for tracks" note={`${nairaOf(stats.naira.track)} · ${plural(stats.trackGifts, "gift")}`}>
          {formatDollars(stats.trackAmount)}
        </Figure>
      </Figures>
      <ThankAll />
      {gifts.length === 0
        ? (
          <EmptyState
            title="No gifts yet"
            text="When someone sends you a gift, you see it here with their message. Share your page to get your first one."
          />
        )
        : <GiftList gifts={gifts} />}
    </div>
  );
}

type Kind = "all" | "direct" | "track";

const KINDS: readonly { value: Kind; label: string }[] = [
  { value: "all", label: "All" },
  { value: "direct", label: "Direct" },
  { value: "track", label: "For tracks" },
];

function GiftList({ gifts }: { gifts: readonly ReceivedGift[] }) {
  const [kind, setKind] = useState<Kind>("all");
  const isOwn = useMay("owner");
  const shown = gifts.filter(({ track }) => kind === "all" || (kind === "track") === (track !== undefined));
  return (
    <section aria-label="Gifts" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segments<Kind> label="Which gifts" choices={KINDS} value={kind} onChange={setKind} />
        {isOwn && (
          <Link to="/cs-wallet" className="inline-flex min-h-11 items-center text-sm font-semibold underline">
            Your wallet
          </Link>
        )}
      </div>
      {shown.length === 0 && <p className="text-ink-soft">None yet.</p>}
      <ul className="grid items-start gap-3 lg:grid-cols-2">
        {shown.map((gift) => <GiftCard key={gift.id} gift={gift} />)}
      </ul>
    </section>
  );
}

/** What came with a gift. With one of the artist's filter words in it, it shows itself only when asked. */
function Message({ gift: { message, isFiltered = false } }: { gift: ReceivedGift }) {
  const [isOpen, setOpen] = useState(!isFiltered);
  if (isOpen) return <q className="mt-2 block break-words">{message}</q>;
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-3 text-sm text-ink-soft">
      The message has one of your filter words.
      <Button variant="quiet" size="small" onClick={() => setOpen(true)}>Show it</Button>
    </p>
  );
}

function GiftCard({ gift }: { gift: ReceivedGift }) {
  const mayThank = useMay("edit");
  return (
    <Card as="li" className="flex items-start gap-4">
      <Gift aria-hidden="true" size={22} className="mt-1 shrink-0 text-accent" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <strong className="text-lg tabular-nums">{formatDollars(gift.amount)}</strong>
          <span className="rounded-full bg-ink/8 px-2.5 py-0.5 text-xs font-semibold">{giftTier(gift.amount)}</span>
          <span className="text-xs text-ink-faint tabular-nums">{nairaOf(gift.naira)}</span>
        </p>
        <p className="text-sm text-ink-soft">
          from {gift.sender.name}
          {gift.track && ` for ${gift.track.title}`}, {formatDate(gift.date)}
        </p>
        {gift.message && <Message gift={gift} />}
        {gift.status === "refunded"
          ? <p className="mt-2 text-sm font-semibold">Returned to the sender. Not included in the totals.</p>
          : gift.isShare
          ? <p className="mt-2 text-sm text-ink-soft">Your part of a gift for a song that you share.</p>
          : mayThank && <Thanks gift={gift} />}
      </div>
    </Card>
  );
}

/** What the artist said to a gift, or the way to say it: once. */
function Thanks({ gift }: { gift: ReceivedGift }) {
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
      className="mt-3 gap-3"
      onSubmit={() => {
        if (message.trim() !== "") thanking.mutate({ id: gift.id, message: message.trim() });
      }}
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
