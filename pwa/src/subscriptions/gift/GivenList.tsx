import { CircleCheck, Clock, Link2, type LucideIcon, Mail, PenLine } from "lucide-react";
import { useState } from "react";
import { formatNaira } from "@contract/money.ts";
import { type GivenPremium, MAX_SEAT_NAME, type PremiumGiftSeat } from "@contract/premium_gifts.ts";
import { failureText, refusedFields } from "../../lib/api_error.ts";
import { formatDate } from "../../lib/format.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { Card } from "../../ui/Card.tsx";
import { FailureBanner } from "../../ui/FailureBanner.tsx";
import { FormDialog } from "../../ui/FormDialog.tsx";
import { ShareDialog } from "../../ui/ShareDialog.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { UnpaidCheckout } from "../../ui/UnpaidCheckout.tsx";
import { useCorrectSeat, useSendAgain, useVerifyPremiumGift } from "./api.ts";
import { monthsText } from "./gift_words.ts";

/** What the user gave: each payment is its receipt, with the state of each person's gift. */
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

function Seat({ seat, reference }: { seat: PremiumGiftSeat; reference: string }) {
  const { name, email, claimedAt, link } = seat;
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
      {link && <OpenSeat seat={seat} link={link} reference={reference} />}
    </li>
  );
}

/** What can be done with a gift that is still free. */
function OpenSeat({ seat: whole, link, reference }: { seat: PremiumGiftSeat; link: string; reference: string }) {
  const { seat, name, canSendAgain } = whole;
  const [opened, setOpened] = useState<"share" | "correct">();
  const [corrected, setCorrected] = useState<string>();
  const again = useSendAgain();
  const close = () => setOpened(undefined);
  return (
    <>
      <div className="flex flex-wrap gap-2 pl-8">
        <Action icon={Link2} label="Share the link" variant="primary" onPress={() => setOpened("share")} />
        {canSendAgain && (
          <>
            <Action
              icon={Mail}
              label="Send again"
              busy={again.isPending}
              onPress={() => again.mutate({ reference, seat })}
            />
            <Action
              icon={PenLine}
              label="Correct"
              name={`Correct the address of ${name}`}
              onPress={() => setOpened("correct")}
            />
          </>
        )}
        <ButtonLink variant="plain" size="small" className="min-h-11!" to={new URL(link).pathname}>
          Use it myself
        </ButtonLink>
      </div>
      {corrected !== undefined && <Banner tone="success">{corrected}</Banner>}
      {again.isSuccess && <Banner tone="success">{again.data.message}</Banner>}
      <FailureBanner of={again} text="Failed to send the link" />
      {opened === "correct" && <CorrectSeat seat={whole} reference={reference} onClose={close} onSaid={setCorrected} />}
      {opened === "share" && (
        <ShareDialog
          title={`The gift for ${name}`}
          shared={{ text: "Premium on Orin, for you", url: link }}
          onClose={close}
        />
      )}
    </>
  );
}

interface ActionProps {
  icon: LucideIcon;
  label: string;
  /** For people who do not see what it is beside. */
  name?: string;
  variant?: "primary" | "quiet";
  busy?: boolean;
  onPress(): void;
}

function Action({ icon: Icon, label, name, variant = "quiet", busy = false, onPress }: ActionProps) {
  return (
    <Button
      variant={variant}
      size="small"
      className="min-h-11!"
      icon={<Icon size={16} />}
      busy={busy}
      aria-label={name}
      onClick={onPress}
    >
      {label}
    </Button>
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

interface CorrectSeatProps {
  seat: PremiumGiftSeat;
  reference: string;
  onClose(): void;
  onSaid(text: string): void;
}

/** Whom a gift is for, to be corrected while it is free. */
function CorrectSeat({ seat, reference, onClose, onSaid }: CorrectSeatProps) {
  const [name, setName] = useState(seat.name);
  const [email, setEmail] = useState(seat.email);
  const correct = useCorrectSeat();
  const fields = refusedFields(correct.error);
  const submit = () => {
    const right = { reference, seat: seat.seat, name: name.trim(), email: email.trim() };
    const said = ({ message }: { message: string }) => {
      onSaid(message);
      onClose();
    };
    correct.mutate(right, { onSuccess: said });
  };
  return (
    <FormDialog
      title="Correct the address"
      description="We mail a new link there. The one we sent before no longer works."
      onClose={onClose}
      onSubmit={submit}
      send="Send there"
      of={correct}
      busyLabel="Sending..."
    >
      <TextField
        label="Name"
        autoComplete="off"
        maxLength={MAX_SEAT_NAME}
        value={name}
        error={fields["name"]}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        data-autofocus
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={254}
        value={email}
        error={fields["email"]}
        onChange={(event) => setEmail(event.target.value)}
      />
      {correct.isError && Object.keys(fields).length === 0 && (
        <p role="alert" className="text-sm text-danger">
          {failureText(correct.error, "Failed to correct the address")}
        </p>
      )}
    </FormDialog>
  );
}
