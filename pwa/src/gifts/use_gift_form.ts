import { giftCents, giftUnits, MAX_GIFT_MESSAGE } from "@contract/gifts.ts";
import { newId } from "@contract/ids.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { policiesQuery } from "../data/listening.ts";
import { useWalletSummary } from "../data/wallet.ts";
import { failureText, isTemporary } from "../lib/api_error.ts";
import { useBusy } from "../lib/busy.ts";
import { useGiftCheckout, useGiveTokens } from "./api.ts";

type GiftMethod = "card" | "tokens";

interface Fields {
  /** Dollars, as typed. */
  readonly amount: string;
  readonly message: string;
  readonly method: GiftMethod;
  /** Whether the artist sees who gives. */
  readonly isNamed: boolean;
}

export interface GiftFor {
  readonly artistId: string;
  readonly trackId?: string | undefined;
}

/** Each gift is without a name until its giver says otherwise: what an artist has read cannot be taken back. */
const EMPTY: Fields = { amount: "", message: "", method: "card", isNamed: false };

/** The form of a gift: its worth today, its errors, and the two ways to give. */
export function useGiftForm(to: GiftFor) {
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

export type GiftFormControl = ReturnType<typeof useGiftForm>;

/** Cents and units of what was typed, at the rate of now; undefined where it is no amount or the rate is unknown. */
function useWorth(amount: string) {
  const { data } = useQuery(policiesQuery);
  const cents = amount.trim() === "" ? undefined : giftCents(Number(amount));
  const rate = data?.current.koboPerDollar;
  const units = cents === undefined || rate === undefined ? undefined : giftUnits(cents, rate);
  return { cents, units, rate, since: data?.current.effectiveFrom };
}

interface Gift {
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
    tokens(gift: Gift, onGiven: () => void) {
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
    card(gift: Gift) {
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
