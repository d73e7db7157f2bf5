import { lagosDay, lagosDayStart } from "../contract/policy.ts";
import { Refusal } from "../contract/refusal.ts";
import { FEES, PREMIUM_REVENUE, PROVIDER } from "../ledger/chart.ts";
import type { Entry } from "../ledger/transfer.ts";
import type { PremiumPaymentEvent, SubscriptionEvent } from "./events.ts";

/** Someone's Premium. Times in epoch ms. */
export interface Subscription {
  /** Undefined where there never was one. */
  readonly until: number | undefined;
  readonly isCancelled: boolean;
  /** What each reference gave. */
  readonly grants: ReadonlyMap<string, { readonly from: number; readonly until: number }>;
  /** What is taken of a reference's months at the moment, ms. */
  readonly taken: ReadonlyMap<string, number>;
}

export const NO_SUBSCRIPTION: Subscription = {
  ...{ until: undefined, isCancelled: false, grants: new Map(), taken: new Map() },
};

/** Folds an event into what decisions need to know of someone's Premium. */
export function evolveSubscription(state: Subscription, { type, data }: SubscriptionEvent): Subscription {
  switch (type) {
    case "SubscriptionGranted": {
      const { reference, from, until } = data;
      return { ...state, until, isCancelled: false, grants: new Map([...state.grants, [reference, { from, until }]]) };
    }
    case "SubscriptionEnded":
      return { ...state, until: data.endedAt };
    case "SubscriptionCancelled":
      return { ...state, until: data.until, isCancelled: true };
    case "SubscriptionSuspended": {
      const { reference, until, takenMs } = data;
      const taken = new Map([...state.taken, [reference, takenMs]]);
      return { ...state, until, grants: withoutTaken(state.grants, data), taken };
    }
    case "SubscriptionRestored": {
      const { reference, until } = data;
      const takenMs = state.taken.get(reference) ?? 0;
      // What comes back is at the end now: a second dispute takes it from there.
      const grants = takenMs === 0
        ? state.grants
        : new Map([...state.grants, [reference, { from: until - takenMs, until }]]);
      return { ...state, until, grants, taken: new Map([...state.taken, [reference, 0]]) };
    }
  }
}

/** Months behind those that were taken begin as much earlier. */
function withoutTaken(
  grants: Subscription["grants"],
  { reference, takenMs }: { readonly reference: string; readonly takenMs: number },
): Subscription["grants"] {
  const own = grants.get(reference);
  if (!own) return grants;
  return new Map(
    [...grants].map(([name, { from, until }]) => {
      if (name === reference) return [name, { from, until: until - takenMs }];
      return [name, from < own.until ? { from, until } : { from: from - takenMs, until: until - takenMs }];
    }),
  );
}

interface Grant {
  readonly userId: string;
  /** Calendar months. */
  readonly months: number;
  /** Of the payment, or of whatever else the months are given for. */
  readonly reference: string;
}

/** Months begin where those already paid for end. One grant a reference; none for who pays for others only. */
export function decideGrant(
  { until, grants }: Subscription,
  { userId, months, reference }: Grant,
  now: number,
): SubscriptionEvent[] {
  if (grants.has(reference) || months === 0) return [];
  const from = Math.max(now, until ?? now);
  return [{ type: "SubscriptionGranted", data: { userId, from, until: addMonths(from, months), reference } }];
}

/**
 * Months that another person pays for are there while the money is: given once, taken while the payment is disputed or
 * gone, and given back with it. Makes the Premium what the payment says, so that it is idempotent.
 */
export function decideGifted(
  subscription: Subscription,
  { paid, ...grant }: Grant & { readonly paid: PremiumPayment["status"] },
  now: number,
): SubscriptionEvent[] {
  const { userId, reference } = grant;
  const takenMs = subscription.taken.get(reference) ?? 0;
  if (paid === "paid") {
    if (!subscription.grants.has(reference)) return decideGrant(subscription, grant, now);
    const until = Math.max(now, subscription.until ?? now) + takenMs;
    return takenMs === 0 ? [] : [{ type: "SubscriptionRestored", data: { userId, reference, until } }];
  }
  if (paid === "started" || takenMs > 0 || takenOf(subscription, reference, now) === 0) return [];
  return suspend(subscription, { userId, reference }, { reason: paid, now });
}

/** Ends a subscription now; nothing happens where none is going on. */
export function decideEnd({ until }: Subscription, userId: string, now: number): SubscriptionEvent[] {
  if (until === undefined || until <= now) return [];
  return [{ type: "SubscriptionEnded", data: { userId, endedAt: now } }];
}

/** Access stays until its end; doing it again changes nothing. */
export function decideCancel({ until, isCancelled }: Subscription, userId: string, now: number): SubscriptionEvent[] {
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

/** A line of the history of someone's Premium: from `at` on it lasts to `until`. Epoch ms. */
interface HistoryLine {
  readonly at: number;
  readonly until: number;
}

/** When a person had Premium, up to now, by the lines of its history, the oldest first. Epoch ms. */
export function premiumDays(history: readonly HistoryLine[], now: number): { from: number; to: number }[] {
  const spans = history.map(({ at, until }, index) => ({
    from: at,
    to: Math.min(until, history[index + 1]?.at ?? Infinity, now),
  }));
  return spans.filter(({ from, to }) => to > from);
}

interface CountedDay {
  /** YYYY-MM-DD in Lagos. */
  readonly day: string;
  readonly counted: number;
  readonly offline: number;
  readonly offlineMs: number;
}

const DAY_MS = 24 * 3_600_000;

interface Span {
  readonly from: number;
  readonly to: number;
}

/** The parts of days on which Premium began or ended: what was played before and after them had none. */
export function partDays(spans: readonly Span[], now: number): (Span & { day: string })[] {
  return joined(spans).flatMap(({ from, to }) => {
    const [first, last] = [lagosDay(from), lagosDay(to)];
    if (first === last) return [{ day: first, from, to }];
    const begin = { day: first, from, to: lagosDayStart(first) + DAY_MS };
    return to < now ? [begin, { day: last, from: lagosDayStart(last), to }] : [begin];
  });
}

/** A month that was paid before the last one ended follows on it. */
function joined(spans: readonly Span[]): Span[] {
  return spans.reduce<Span[]>((all, span) => {
    const last = all.at(-1);
    return last?.to === span.from ? [...all.slice(0, -1), { from: last.from, to: span.to }] : [...all, span];
  }, []);
}

/**
 * Adds up what was played while Premium held: whole days, and of the others only `parts`, what their receipts say. Plays
 * beyond each day's free ones are those that it has paid for.
 */
export function useOn(
  days: readonly CountedDay[],
  { spans, parts, dailyFreePlays }: {
    spans: readonly Span[];
    parts: readonly CountedDay[];
    dailyFreePlays: number;
  },
) {
  const isPart = new Set(parts.map(({ day }) => day));
  const whole = days.filter(({ day }) =>
    !isPart.has(day) && spans.some(({ from, to }) => lagosDay(from) <= day && day <= lagosDay(to))
  );
  const held = [...whole, ...parts];
  const sum = (pick: (day: CountedDay) => number) => held.reduce((total, day) => total + pick(day), 0);
  const all = new Map(days.map(({ day, counted }) => [day, counted]));
  const beyond = (day: string) => Math.max(0, (all.get(day) ?? 0) - dailyFreePlays);
  return {
    plays: sum(({ counted }) => counted),
    extraPlays: sum(({ day, counted }) => Math.min(counted, beyond(day))),
    offlinePlays: sum(({ offline }) => offline),
    offlineMs: sum(({ offlineMs }) => offlineMs),
  };
}

export interface PremiumPayment {
  readonly status: "started" | "paid" | "disputed" | "reversed";
  readonly userId: string;
  readonly amountKobo: number;
  /** For the payer; 0 where they are for others. */
  readonly months: number;
  /** What the dispute took of the person's time. */
  readonly takenMs: number;
  /** How often the money came back after it had gone. */
  readonly restored: number;
}

/** What was learnt about a payment from the provider. */
export interface PaymentNews {
  readonly reference: string;
  readonly news: "paid" | "disputed" | "cleared" | "reversed" | "restored";
  readonly amountKobo: number;
  readonly feesKobo: number;
  readonly card?: string | undefined;
}

interface PremiumState {
  readonly payment: PremiumPayment | undefined;
  readonly subscription: Subscription;
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
    return { status: "started", userId, amountKobo, months, takenMs: 0, restored: 0 } satisfies PremiumPayment;
  }
  if (!state) return undefined;
  const status = STATUS_AFTER[event.type];
  switch (event.type) {
    case "PremiumDisputed":
      return { ...state, status, takenMs: event.data.takenMs };
    case "PremiumReversed":
      return { ...state, status };
    case "PremiumRestored":
      return { ...state, status, takenMs: 0, restored: state.restored + 1 };
    case "PremiumPaid":
    case "PremiumCleared":
      return { ...state, status, takenMs: 0 };
  }
}

const STATUS_AFTER = {
  PremiumPaid: "paid",
  PremiumDisputed: "disputed",
  PremiumCleared: "paid",
  PremiumReversed: "reversed",
  PremiumRestored: "paid",
} as const;

/**
 * One grant a payment; what is disputed or given back takes the rest of its months with it, and a dispute that ends
 * well gives them back. The same news again changes nothing.
 */
export function decideNews(state: PremiumState, command: PaymentNews, now: number): PremiumDecision {
  const { payment, subscription } = state;
  if (!payment) return NOTHING;
  const about = { reference: command.reference, userId: payment.userId };
  switch (`${payment.status} ${command.news}`) {
    case "started paid":
      return {
        payment: [{
          type: "PremiumPaid",
          data: {
            ...{ ...about, amountKobo: command.amountKobo, feesKobo: command.feesKobo },
            ...(command.card !== undefined && { card: command.card }),
          },
        }],
        subscription: decideGrant(subscription, { ...about, months: payment.months }, now),
      };
    case "paid disputed": {
      const takenMs = takenOf(subscription, about.reference, now);
      return {
        payment: [{ type: "PremiumDisputed", data: { ...about, takenMs } }],
        subscription: suspend(subscription, about, { reason: "disputed", now }),
      };
    }
    case "disputed cleared": {
      const until = Math.max(now, subscription.until ?? now) + payment.takenMs;
      return {
        payment: [{ type: "PremiumCleared", data: about }],
        subscription: payment.months > 0 ? [{ type: "SubscriptionRestored", data: { ...about, until } }] : [],
      };
    }
    case "paid reversed":
    case "disputed reversed":
      return {
        payment: [{ type: "PremiumReversed", data: { ...about, amountKobo: command.amountKobo } }],
        subscription: payment.status === "paid" ? suspend(subscription, about, { reason: "reversed", now }) : [],
      };
    case "reversed restored": {
      const until = Math.max(now, subscription.until ?? now) + payment.takenMs;
      return {
        payment: [{ type: "PremiumRestored", data: { ...about, amountKobo: command.amountKobo } }],
        subscription: payment.takenMs > 0 ? [{ type: "SubscriptionRestored", data: { ...about, until } }] : [],
      };
    }
    default:
      return NOTHING;
  }
}

function suspend(
  subscription: Subscription,
  about: { readonly reference: string; readonly userId: string },
  { reason, now }: { reason: "disputed" | "reversed"; now: number },
): SubscriptionEvent[] {
  const { grants, until } = subscription;
  if (!grants.has(about.reference) || until === undefined) return [];
  const takenMs = takenOf(subscription, about.reference, now);
  return [{ type: "SubscriptionSuspended", data: { ...about, reason, takenMs, until: until - takenMs } }];
}

/** What is left of the payment's own months. */
function takenOf({ grants, until = 0 }: Subscription, reference: string, now: number): number {
  const grant = grants.get(reference);
  if (!grant) return 0;
  const left = Math.max(0, grant.until - Math.max(now, grant.from));
  return Math.min(left, Math.max(0, until - now));
}

/** A transfer that a payment's event posts; its id is derived from the payment's and `word`. */
interface Move {
  readonly word: string;
  readonly code: (typeof PREMIUM_CODES)[number];
  readonly entries: readonly Entry[];
}

export const PREMIUM_CODES = ["premium", "premium_reversed"] as const;

/**
 * The money that an event moves; `restored` is how often it had come back before. What goes back is the whole sum: the
 * provider keeps its fee.
 */
export function movesOf(event: PremiumPaymentEvent, restored = 0): Move[] {
  if (event.type === "PremiumPaid") {
    const { amountKobo, feesKobo } = event.data;
    const entries = [
      { account: PROVIDER, amount: feesKobo - amountKobo },
      { account: FEES, amount: -feesKobo },
      { account: PREMIUM_REVENUE, amount: amountKobo },
    ].filter(({ amount }) => amount !== 0);
    return [{ word: "premium paid", code: "premium", entries }];
  }
  if (event.type !== "PremiumReversed" && event.type !== "PremiumRestored") return [];
  const isBack = event.type === "PremiumRestored";
  const amount = isBack ? -event.data.amountKobo : event.data.amountKobo;
  const entries = [{ account: PROVIDER, amount }, { account: PREMIUM_REVENUE, amount: -amount }];
  const word = `${isBack ? "premium restored" : "premium reversed"}${restored === 0 ? "" : ` ${restored}`}`;
  return [{ word, code: "premium_reversed", entries }];
}
