import { lagosDay, lagosDayStart } from "../contract/policy.ts";
import { Refusal } from "../contract/refusal.ts";
import type {
  PremiumPaymentEvent,
  SubscriptionCancelled,
  SubscriptionEnded,
  SubscriptionEvent,
  SubscriptionGranted,
} from "./events.ts";

export interface GrantSubscription {
  readonly userId: string;
  readonly shard: number;
  /** Calendar months. */
  readonly months: number;
  /** Of the payment, or of whatever else the months are given for. */
  readonly reference: string;
}

export interface EndSubscription {
  readonly userId: string;
  readonly shard: number;
}

export interface SubscriptionState {
  /** Epoch ms; undefined where there never was one. */
  readonly until: number | undefined;
  readonly isCancelled: boolean;
  /** Whether the reference at hand has had its grant. */
  readonly isGranted: boolean;
}

/** Months begin where those already paid for end. One grant a reference. */
export function decideGrant(state: SubscriptionState, grant: GrantSubscription, now: number): SubscriptionGranted[] {
  if (state.isGranted) return [];
  const from = Math.max(now, state.until ?? now);
  const { userId, reference } = grant;
  return [{ type: "SubscriptionGranted", data: { userId, from, until: addMonths(from, grant.months), reference } }];
}

/** Ends a subscription now; nothing happens where none is going on. */
export function decideEnd({ until }: SubscriptionState, { userId }: EndSubscription, now: number): SubscriptionEnded[] {
  if (until === undefined || until <= now) return [];
  return [{ type: "SubscriptionEnded", data: { userId, endedAt: now } }];
}

/** Access stays until its end; doing it again changes nothing. */
export function decideCancelSubscription(
  { until, isCancelled }: SubscriptionState,
  { userId }: EndSubscription,
  now: number,
): SubscriptionCancelled[] {
  if (until === undefined || until <= now) throw new Refusal("not_subscribed", "You have no active subscription");
  return isCancelled ? [] : [{ type: "SubscriptionCancelled", data: { userId, until } }];
}

/** The same time of day in Lagos some calendar months later; the last day of a month that is too short. Epoch ms. */
export function addMonths(epochMs: number, months: number): number {
  const today = lagosDay(epochMs);
  const [year = 0, month = 1, day = 1] = today.split("-").map(Number);
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  const target = new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastDay)));
  return lagosDayStart(target.toISOString().slice(0, 10)) + epochMs - lagosDayStart(today);
}

export interface PremiumPayment {
  readonly status: "started" | "paid" | "disputed" | "reversed";
  readonly userId: string;
  readonly amountKobo: number;
  readonly months: number;
  /** What the dispute took of the person's time. */
  readonly takenMs: number;
}

/** What was learnt about a payment from the provider. */
export interface PaymentNews {
  readonly reference: string;
  readonly news: "paid" | "disputed" | "cleared" | "reversed";
  readonly amountKobo: number;
  readonly feesKobo: number;
}

export interface PremiumState {
  readonly payment: PremiumPayment | undefined;
  /** When Premium ends, epoch ms; undefined where there never was any. */
  readonly until: number | undefined;
  /** What the payment gave, once it did. */
  readonly grant: { readonly from: number; readonly until: number } | undefined;
}

interface PremiumDecision {
  readonly payment: PremiumPaymentEvent[];
  readonly subscription: SubscriptionEvent[];
}

const NOTHING: PremiumDecision = { payment: [], subscription: [] };

/** Folds an event into what decisions need to know of a payment for Premium. */
export function evolvePayment(state: PremiumPayment | undefined, event: PremiumPaymentEvent) {
  if (event.type === "PremiumPaymentStarted") {
    const { userId, amountKobo, months } = event.data;
    return { status: "started", userId, amountKobo, months, takenMs: 0 } satisfies PremiumPayment;
  }
  const takenMs = event.type === "PremiumDisputed" ? event.data.takenMs : 0;
  return state && { ...state, takenMs, status: STATUS_AFTER[event.type] };
}

const STATUS_AFTER = {
  PremiumPaid: "paid",
  PremiumDisputed: "disputed",
  PremiumCleared: "paid",
  PremiumReversed: "reversed",
} as const;

/**
 * One grant a payment; what is disputed or given back takes the rest of its months with it, and a dispute that ends
 * well gives them back. The same news again changes nothing.
 */
export function decideNews(state: PremiumState, command: PaymentNews, now: number): PremiumDecision {
  const { payment } = state;
  if (!payment) return NOTHING;
  const about = { reference: command.reference, userId: payment.userId };
  switch (`${payment.status} ${command.news}`) {
    case "started paid":
      return {
        payment: [{
          type: "PremiumPaid",
          data: { ...about, amountKobo: command.amountKobo, feesKobo: command.feesKobo },
        }],
        subscription: [grantOf(state, about, { months: payment.months, now })],
      };
    case "paid disputed": {
      const takenMs = takenOf(state, now);
      return {
        payment: [{ type: "PremiumDisputed", data: { ...about, takenMs } }],
        subscription: suspend(state, about, { reason: "disputed", now }),
      };
    }
    case "disputed cleared":
      return {
        payment: [{ type: "PremiumCleared", data: about }],
        subscription: [restore(state, about, { takenMs: payment.takenMs, now })],
      };
    case "paid reversed":
    case "disputed reversed":
      return {
        payment: [{ type: "PremiumReversed", data: { ...about, amountKobo: command.amountKobo } }],
        subscription: payment.status === "paid" ? suspend(state, about, { reason: "reversed", now }) : [],
      };
    default:
      return NOTHING;
  }
}

interface AboutPayment {
  readonly reference: string;
  readonly userId: string;
}

function grantOf(
  { until }: PremiumState,
  about: AboutPayment,
  { months, now }: { months: number; now: number },
): SubscriptionEvent {
  const from = Math.max(now, until ?? now);
  return { type: "SubscriptionGranted", data: { ...about, from, until: addMonths(from, months) } };
}

function suspend(
  state: PremiumState,
  about: AboutPayment,
  { reason, now }: { reason: "disputed" | "reversed"; now: number },
): SubscriptionEvent[] {
  const { grant, until } = state;
  if (!grant || until === undefined) return [];
  const takenMs = takenOf(state, now);
  return [{ type: "SubscriptionSuspended", data: { ...about, reason, takenMs, until: until - takenMs } }];
}

/** What is left of the payment's own months. */
function takenOf({ grant, until = 0 }: PremiumState, now: number): number {
  if (!grant) return 0;
  const left = Math.max(0, grant.until - Math.max(now, grant.from));
  return Math.min(left, Math.max(0, until - now));
}

function restore(
  { until }: PremiumState,
  about: AboutPayment,
  { takenMs, now }: { takenMs: number; now: number },
): SubscriptionEvent {
  return { type: "SubscriptionRestored", data: { ...about, until: Math.max(now, until ?? now) + takenMs } };
}
