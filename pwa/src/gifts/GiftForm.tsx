import { useQuery } from "@tanstack/react-query";
import { Gift } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { giftCents, giftTier, giftUnits, MAX_GIFT_MESSAGE } from "@contract/gifts.ts";
import { newId } from "@contract/ids.ts";
import { formatNaira, formatTokens } from "@contract/money.ts";
import { PROVIDER_NAME } from "@contract/payments.ts";
import { policiesQuery } from "../data/listening.ts";
import { useWalletSummary } from "../data/wallet.ts";
import { failureText, isTemporary } from "../lib/api_error.ts";
import { useBusy } from "../lib/busy.ts";
import { useOnline } from "../lib/connection.ts";
import { formatDate } from "../lib/format.ts";
import { tokensWithNaira } from "../lib/naira.ts";
import { useSession } from "../lib/session.ts";
import { settlingText } from "../lib/settling_words.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Chip } from "../ui/Chip.tsx";
import { Form } from "../ui/Form.tsx";
import { Segments } from "../ui/Segments.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useGiftCheckout, useGiveTokens } from "./api.ts";

const PRESETS = [1, 2, 5, 10, 25, 100];
const NAMINGS = [
  { value: "anonymous", label: "Give anonymously" },
  { value: "named", label: "Show my name" },
] as const;
const METHODS = [{ value: "card", label: "Card" }, { value: "tokens", label: "Tokens" }] as const;

/** How much, with which words, and how it is paid. */
export function GiftForm({ to, artist }: { to: GiftFor; artist: string }) {
  const form = useGiftForm(to);
  const { fields, change } = form;
  const isOnline = useOnline();
  const amount = useRef<HTMLInputElement>(null);
  return (
    <Form
      className="gap-6"
      onSubmit={() => {
        // The amount says what is wrong with it, and a phone does not show it beside the button.
        if (!form.send()) amount.current?.focus();
      }}
    >
      {form.isGiven && (
        <Banner tone="success" action={<ButtonLink variant="quiet" size="small" to="/gifts">Your gifts</ButtonLink>}>
          {fields.method === "tokens"
            ? `Your gift was sent. ${artist} can use it in 72 hours; until then you can stop it.`
            : `Your gift was sent to ${artist}.`}
        </Banner>
      )}
      <Amount form={form} input={amount} />
      <TextArea
        label="Message"
        hint={`${artist} will read it. At most ${MAX_GIFT_MESSAGE} characters.`}
        value={fields.message}
        maxLength={MAX_GIFT_MESSAGE}
        onChange={(event) => change({ message: event.target.value })}
      />
      <Naming form={form} artist={artist} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Segments label="Pay with" choices={METHODS} value={fields.method} onChange={(method) => change({ method })} />
        {fields.method === "tokens" && form.balance.data && (
          <p className="text-sm text-ink-soft tabular-nums">
            You have {tokensWithNaira(form.balance.data.availableBalance)}
            {form.balance.data.settlingBalance > 0 && `. ${settlingText(form.balance.data)}`}
          </p>
        )}
      </div>
      {fields.method === "tokens" && form.balance.data?.held && (
        <Banner tone="info">{form.balance.data.held.text} You can give by card.</Banner>
      )}
      {!isOnline && <Banner tone="offline">You are offline. A gift needs a connection.</Banner>}
      {form.failure && <Banner tone="error">{form.failure}</Banner>}
      <Button
        type="submit"
        size="large"
        icon={<Gift size={20} />}
        busy={form.isBusy}
        busyLabel="Processing..."
        disabled={!isOnline}
      >
        {sendLabel(form)}
      </Button>
    </Form>
  );
}

function Naming({ form: { fields, change }, artist }: { form: GiftFormControl; artist: string }) {
  const isCreator = useSession()?.role === "creator";
  const shown = fields.isNamed ? `your ${isCreator ? "artist name" : "first name"}` : "“Anonymous”";
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Segments
        label="Your name"
        choices={NAMINGS}
        value={fields.isNamed ? "named" : "anonymous"}
        onChange={(naming) => change({ isNamed: naming === "named" })}
      />
      <p aria-live="polite" className="text-sm text-ink-soft">{artist} sees {shown}.</p>
    </div>
  );
}

interface AmountProps {
  form: GiftFormControl;
  input: RefObject<HTMLInputElement | null>;
}

function Amount({ form: { fields, change, problem, worth }, input }: AmountProps) {
  return (
    <div className="flex flex-col gap-3">
      <div role="group" aria-label="Amounts" className="grid grid-cols-3 gap-2 tabular-nums sm:flex">
        {PRESETS.map((dollars) => (
          <Chip
            key={dollars}
            label={`$${dollars}`}
            selected={Number(fields.amount) === dollars}
            onSelect={() => change({ amount: String(dollars) })}
          />
        ))}
      </div>
      <TextField
        ref={input}
        label="Amount in dollars"
        inputMode="decimal"
        autoComplete="off"
        value={fields.amount}
        error={problem}
        onChange={(event) => change({ amount: event.target.value })}
      />
      <p aria-live="polite" className="min-h-10 text-sm text-ink-soft">
        {worth.cents !== undefined && worth.units !== undefined && worth.rate !== undefined && (
          <>
            <span className="mr-2 rounded-full bg-ink/8 px-2.5 py-0.5 text-xs font-semibold text-ink">
              {giftTier(worth.cents / 100)}
            </span>
            <strong className="text-ink tabular-nums">{formatNaira(worth.units)}</strong> or {formatTokens(worth.units)}
            {" "}
            tokens, at {formatNaira(worth.rate)} a dollar
            {worth.since && ` since ${formatDate(worth.since)}`}
          </>
        )}
      </p>
    </div>
  );
}

/** What the press does, with the whole sum: there is no second question. */
function sendLabel({ fields: { method }, worth: { units } }: GiftFormControl): string {
  if (units === undefined) return "Send gift";
  return method === "card" ? `Pay ${formatNaira(units)} with ${PROVIDER_NAME}` : `Send ${formatTokens(units)} tokens`;
}

type GiftMethod = "card" | "tokens";

interface Fields {
  /** Dollars, as typed. */
  readonly amount: string;
  readonly message: string;
  readonly method: GiftMethod;
  /** Whether the artist sees who gives. */
  readonly isNamed: boolean;
}

interface GiftFor {
  readonly artistId: string;
  readonly trackId?: string | undefined;
}

/** Each gift is without a name until its giver says otherwise: what an artist has read cannot be taken back. */
const EMPTY: Fields = { amount: "", message: "", method: "card", isNamed: false };

/** The form of a gift: its worth today, its errors, and the two ways to give. */
function useGiftForm(to: GiftFor) {
  const [fields, setFields] = useState(EMPTY);
  const [problem, setProblem] = useState<string>();
  const worth = useWorth(fields.amount);
  const balance = useWalletSummary();
  const giving = useGiving(to);
  useBusy("typing", fields.amount !== "" || fields.message !== "");

  const change = (changed: Partial<Fields>) => {
    setFields({ ...fields, ...changed });
    setProblem(undefined);
    giving.forget();
  };
  const availableUnits = balance.data && Math.round(balance.data.availableBalance * 100);
  /** Whether the gift is on its way to the service; otherwise `problem` says what is wrong with the amount. */
  const send = (): boolean => {
    const isTooMuch = fields.method === "tokens" && availableUnits !== undefined && (worth.units ?? 0) > availableUnits;
    const found = worth.cents === undefined
      ? "Please enter a valid amount"
      : isTooMuch
      ? "Amount exceeds available balance"
      : undefined;
    setProblem(found);
    if (found !== undefined || worth.cents === undefined) return false;
    const message = fields.message.trim().slice(0, MAX_GIFT_MESSAGE);
    const gift = { amount: worth.cents / 100, message, isNamed: fields.isNamed };
    giving[fields.method](gift, () => setFields(EMPTY));
    return true;
  };
  return { fields, change, send, problem, worth, balance, ...giving.state };
}

type GiftFormControl = ReturnType<typeof useGiftForm>;

/** Cents and units of what was typed, at the rate of now; undefined where it is no amount or the rate is unknown. */
function useWorth(amount: string) {
  const { data } = useQuery(policiesQuery);
  const cents = amount.trim() === "" ? undefined : giftCents(Number(amount));
  const rate = data?.current.koboPerDollar;
  const units = cents === undefined || rate === undefined ? undefined : giftUnits(cents, rate);
  return { cents, units, rate, since: data?.current.effectiveFrom };
}

interface GiftToGive {
  readonly amount: number;
  readonly message: string;
  readonly isNamed: boolean;
}

/** One key for one intent: when no answer came, giving the same tokens again gives them once. */
function useGiving({ artistId, trackId }: GiftFor) {
  const key = useRef<string>(undefined);
  const [tokens, card] = [useGiveTokens(), useGiftCheckout()];
  const { reset } = card;
  // With the Back button the browser restores the page as it was: still busy.
  useEffect(() => {
    const restored = ({ persisted }: PageTransitionEvent) => persisted && reset();
    addEventListener("pageshow", restored);
    return () => removeEventListener("pageshow", restored);
  }, [reset]);
  const to = { artistId, ...(trackId !== undefined && { trackId }) };
  const failed = tokens.error ?? card.error;
  return {
    tokens(gift: GiftToGive, onGiven: () => void) {
      key.current ??= newId();
      tokens.mutate({ ...to, ...gift, key: key.current }, {
        onSuccess() {
          key.current = undefined;
          onGiven();
        },
        onError: (error) => {
          if (!isTemporary(error)) key.current = undefined;
        },
      });
    },
    card(gift: GiftToGive) {
      const callbackUrl = location.origin + location.pathname + location.search;
      card.mutate({ ...to, ...gift, callbackUrl }, {
        onSuccess: ({ data }) => location.assign(data.authorization_url),
      });
    },
    forget() {
      key.current = undefined;
      tokens.reset();
      card.reset();
    },
    state: {
      isBusy: tokens.isPending || card.isPending || card.isSuccess,
      isGiven: tokens.isSuccess,
      failure: failed ? failureText(failed, "Your gift could not be sent. Please try again.") : undefined,
    },
  };
}
