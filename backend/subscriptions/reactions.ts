import { seatsOf } from "../../projections/subscriptions/premium_gifts.ts";
import { mailMoney } from "../mails/send.ts";
import { longDay } from "../contract/long_day.ts";
import { formatNaira } from "../contract/money.ts";
import type { Deps } from "../deps.ts";
import { askToTell } from "../notifications/send.ts";
import type { Reactor } from "../store/projections/follow.ts";
import { subscriptionsOf } from "../../projections/subscriptions/subscriptions.ts";
import type { PremiumPaid, SubscriptionGranted } from "./events.ts";

const REMINDER = "premium_reminder";
const DAY_MS = 24 * 3_600_000;
const LINK = { label: "Your subscription", path: "/subscriptions" };

/** What follows from the events of Premium: a receipt, and reminders before it ends, because nothing renews by itself. */
export function subscriptionReactors(deps: Deps): Reactor[] {
  return [receipts(deps), reminders(deps)];
}

function receipts(deps: Deps): Reactor<PremiumPaid> {
  return {
    name: "subscriptions_receipts",
    logs: ["ledger"],
    on: ["PremiumPaid"],
    async react(event) {
      if (event.metadata.actor === "system:demo") return;
      const { userId, amountKobo, reference } = event.data;
      // What is paid for others has a receipt of its own.
      if ((await seatsOf(deps.store.sql, reference)).length > 0) return;
      const { until } = (await subscriptionsOf(deps.store.sql, [userId])).get(userId) ?? {};
      const notice = {
        subject: "Welcome to Premium",
        heading: "Premium is yours",
        lines: [
          `We have received ${formatNaira(amountKobo)}.` +
          (until === undefined ? "" : ` Your Premium lasts until ${longDay(until)}.`),
          "It does not renew by itself: we write to you before it ends.",
        ],
        link: LINK,
      };
      await mailMoney(deps, { mailId: event.eventId, userId, at: event.recordedAt, notice });
    },
  };
}

function reminders(deps: Deps): Reactor<SubscriptionGranted> {
  return {
    name: "subscriptions_reminders",
    logs: ["ledger"],
    on: ["SubscriptionGranted"],
    async react(event) {
      const { userId, until } = event.data;
      for (const days of [3, 1]) {
        const runAt = until - days * DAY_MS;
        if (runAt <= deps.now()) continue;
        const payload: Reminder = { mailId: `${event.eventId}-${days}`, userId, until, days };
        const key = `${event.eventId} ${days}`;
        await deps.jobs.enqueue(deps.store.sql, { kind: REMINDER, key, payload, runAt });
      }
    },
  };
}

interface Reminder {
  readonly mailId: string;
  readonly userId: string;
  readonly until: number;
  readonly days: number;
}

/** Sends the reminders whose day has come, from now on; not to those who have paid again or do not want it any more. */
export function workReminders(deps: Deps): void {
  deps.jobs.work<Reminder>(REMINDER, async ({ payload }) => {
    const { mailId, userId, until, days } = payload;
    const now = (await subscriptionsOf(deps.store.sql, [userId])).get(userId);
    if (now?.until !== until || now.isCancelled) return;
    const left = days === 1 ? "tomorrow" : `in ${days} days`;
    const notice = {
      subject: `Your Premium ends ${left}`,
      heading: `Your Premium ends ${left}`,
      lines: [
        `It lasts until ${longDay(until)}. It does not renew by itself: pay for another month to keep it. ` +
        "The new month starts when this one ends, so you lose nothing by paying early.",
      ],
      link: { label: "Pay for another month", path: "/subscriptions" },
    };
    await mailMoney(deps, { mailId, userId, at: deps.now(), isOptional: true, kind: "premium", notice });
    const telling = { what: days === 1 ? "premium_1" : "premium_3", subjectId: String(until), place: "" } as const;
    await askToTell(deps, deps.store.sql, { noticeId: mailId, userId, telling, at: until - days * DAY_MS });
  });
}
