import type { GivenPremium, PremiumGiftSeat } from "@contract/premium_gifts.ts";
import { formatNaira } from "@contract/money.ts";
import { CircleCheck, Clock, Link2, Mail, PenLine } from "lucide-react";
import { useState } from "react";
import { failureText } from "../../lib/api_error.ts";
import { formatDate } from "../../lib/format.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { Card } from "../../ui/Card.tsx";
import { ShareDialog } from "../../ui/ShareDialog.tsx";
import { UnpaidCheckout } from "../../ui/UnpaidCheckout.tsx";
import { CorrectSeat } from "./CorrectSeat.tsx";
import { useSendAgain, useVerifyPremiumGift } from "./api.ts";
import { monthsText } from "./gift_words.ts";

/** What the user gave: each payment is its receipt, with how each person's gift stands. */
export function GivenList({ gifts }: { gifts: readonly GivenPremium[] }) {
  return (
    <ul aria-label="Premium you gave" className="flex flex-col gap-4">
      {gifts.map((gift) => <GivenCard key={gift.reference} gift={gift} />)}
    </ul>
  );
}

const STOPPED = {
  disputed: "The bank of this payment asks for the money back. The gift is on hold until that is decided.",
  reversed: "Returned: the money went back, and the gift with it.",
};

function GivenCard({ gift }: { gift: GivenPremium }) {
  const { amountKobo, months, startedAt, status, reference, seats } = gift;
  return (
    <Card as="li" className="flex flex-col gap-4">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <strong className="text-lg tabular-nums">{formatNaira(amountKobo)}</strong>
        <span className="text-sm text-ink-soft">
          {monthsText(months)}
          {seats.length > 1 && ` for each of ${seats.length}`}, {formatDate(startedAt)}
        </span>
        <span className="text-xs break-all text-ink-faint">{reference}</span>
      </p>
      {(status === "disputed" || status === "reversed") && (
        <p className="rounded-lg bg-ink/8 px-3 py-2 text-sm">{STOPPED[status]}</p>
      )}
      <ul className="divide-y divide-line">
        {seats.map((seat) => <Seat key={seat.seat} seat={seat} reference={reference} />)}
      </ul>
      {status === "started" && <Unpaid reference={reference} />}
    </Card>
  );
}

function Seat({ seat: whole, reference }: { seat: PremiumGiftSeat; reference: string }) {
  const { seat, name, email, claimedAt, link, canSendAgain } = whole;
  const [isSharing, setSharing] = useState(false);
  const [isCorrecting, setCorrecting] = useState(false);
  const [corrected, setCorrected] = useState<string>();
  const again = useSendAgain();
  const Icon = claimedAt ? CircleCheck : Clock;
  return (
    <li className="flex flex-col gap-3 py-3 first:pt-0 last:pb-0">
      <div className="flex items-start gap-3">
        <Icon
          aria-hidden="true"
          size={20}
          className={`mt-0.5 shrink-0 ${claimedAt ? "text-success" : "text-ink-soft"}`}
        />
        <div className="min-w-0 flex-1">
          <p className="font-semibold break-words">
            <bdi>{name}</bdi>
          </p>
          <p className="text-sm break-all text-ink-soft">{email}</p>
        </div>
        <p className="shrink-0 text-sm text-ink-soft">
          {claimedAt ? `Used ${formatDate(claimedAt)}` : link ? "Not used yet" : ""}
        </p>
      </div>
      {link && (
        <div className="flex flex-wrap gap-2 pl-8">
          <Button size="small" className="min-h-11!" icon={<Link2 size={16} />} onClick={() => setSharing(true)}>
            Share the link
          </Button>
          {canSendAgain && (
            <>
              <Button
                variant="quiet"
                size="small"
                className="min-h-11!"
                icon={<Mail size={16} />}
                busy={again.isPending}
                onClick={() => again.mutate({ reference, seat })}
              >
                Send again
              </Button>
              <Button
                variant="quiet"
                size="small"
                className="min-h-11!"
                icon={<PenLine size={16} />}
                onClick={() => setCorrecting(true)}
              >
                Correct
                <span className="sr-only">the address of {name}</span>
              </Button>
            </>
          )}
          <ButtonLink variant="plain" size="small" className="min-h-11!" to={new URL(link).pathname}>
            Use it myself
          </ButtonLink>
        </div>
      )}
      {corrected !== undefined && <Banner tone="success">{corrected}</Banner>}
      {isCorrecting && (
        <CorrectSeat
          seat={whole}
          reference={reference}
          onClose={() => setCorrecting(false)}
          onSaid={setCorrected}
        />
      )}
      {again.isSuccess && <Banner tone="success">{again.data.message}</Banner>}
      {again.isError && <Banner tone="error">{failureText(again.error, "Failed to send the link")}</Banner>}
      {link && isSharing && (
        <ShareDialog
          title={`The gift for ${name}`}
          shared={{ text: "Premium on Orin, for you", url: link }}
          onClose={() => setSharing(false)}
        />
      )}
    </li>
  );
}

function Unpaid({ reference }: { reference: string }) {
  const verification = useVerifyPremiumGift();
  return (
    <UnpaidCheckout
      busy={verification.isPending}
      failure={verification.isError ? failureText(verification.error, "Failed to verify payment") : undefined}
      onCheck={() => verification.mutate(reference)}
    />
  );
}
