import { AS_MAIL, deliver } from "../../mails/deliver.ts";
import { findPremiumPayment } from "../../../projections/subscriptions/premium_payments.ts";
import { seatsOf } from "../../../projections/subscriptions/premium_gifts.ts";
import { formatNaira } from "../../contract/money.ts";
import type { Deps } from "../../deps.ts";
import { mailMoney } from "../../mails/send.ts";
import { premiumGiftMail } from "../../mails/templates.ts";
import type { Reactor } from "../../store/projections/follow.ts";
import type { PremiumPaid, PremiumPaymentEvent } from "../events.ts";
import {
  type PremiumGiftClaimed,
  type PremiumGiftReaddressed,
  type PremiumGiftSentAgain,
  sealedSeatField,
} from "./events.ts";
import { settleSeats } from "./give.ts";
import { giverName, linkOf } from "./reads.ts";

const MAIL = "premium_gift_mail";

/** Premium for others: the months that were taken follow their payment, and the links are mailed. */
export function premiumGiftReactors(deps: Deps): Reactor[] {
  return [premiumGiftsBetweenShards(deps), premiumGiftMails(deps)];
}

type Followed = PremiumGiftClaimed | Exclude<PremiumPaymentEvent, { type: "PremiumPaymentStarted" | "PremiumPaid" }>;

/** Gives, takes and gives back months in the shards of who has them, as often as it is tried. */
function premiumGiftsBetweenShards(deps: Pick<Deps, "store" | "shardOf">): Reactor<Followed> {
  return {
    name: "premium_gifts_between_shards",
    logs: ["ledger"],
    on: ["PremiumGiftClaimed", "PremiumDisputed", "PremiumCleared", "PremiumReversed", "PremiumRestored"],
    async react({ type, data }) {
      const giverId = type === "PremiumGiftClaimed" ? data.giverId : data.userId;
      const place = { shard: deps.shardOf(giverId), reference: data.reference };
      await settleSeats(deps, place, { metadata: { actor: "system:premium_gifts" } });
    },
  };
}

interface GiftMail {
  readonly mailId: string;
  readonly reference: string;
  readonly seat: number;
  /** Of the address it is for: once that was corrected, the mail of the correction goes out alone. Jobs of before have none. */
  readonly edition?: number;
}

function premiumGiftMails(deps: Deps): Reactor<PremiumPaid | PremiumGiftSentAgain | PremiumGiftReaddressed> {
  return {
    name: "premium_gifts_mails",
    logs: ["ledger"],
    on: ["PremiumPaid", "PremiumGiftSentAgain", "PremiumGiftReaddressed"],
    async react({ type, data, eventId, recordedAt }) {
      const { reference } = data;
      const again = type === "PremiumPaid" ? undefined : data.seat;
      const seats = (await seatsOf(deps.store.sql, reference)).filter(({ seat }) =>
        again === undefined || seat === again
      );
      const [first] = seats;
      if (!first) return;
      for (const { seat, edition } of seats) {
        const isFirst = type === "PremiumPaid";
        const payload: GiftMail = { mailId: `${eventId}-${seat}`, reference, seat, edition: isFirst ? 0 : edition };
        await deps.jobs.enqueue(deps.store.sql, { kind: MAIL, key: payload.mailId, payload });
      }
      if (type === "PremiumPaid") {
        const { giverId: userId } = first;
        const notice = receiptOf(data.amountKobo, { people: seats.length, months: first.months });
        await mailMoney(deps, { mailId: eventId, userId, at: recordedAt, notice });
      }
      deps.jobs.poke();
    },
  };
}

function receiptOf(amountKobo: number, { people, months }: { people: number; months: number }) {
  const what = `${months === 1 ? "a month" : `${months} months`} of Premium for ${
    people === 1 ? "one person" : `${people} people`
  }`;
  return {
    subject: "You gave Premium",
    heading: "Your gift is on its way",
    lines: [
      `We have received ${formatNaira(amountKobo)} for ${what}.`,
      "We have mailed each of them a link. You see here who has used theirs; it does not expire.",
    ],
    link: { label: "Premium you gave", path: "/premium-gift" },
  };
}

/** Mails the links from now on. The address is opened only now; nothing goes out for what is taken, unpaid or erased. */
export function workGiftMails(deps: Deps): void {
  deps.jobs.work<GiftMail>(MAIL, async ({ payload: { mailId, reference, seat, edition } }) => {
    const { sql } = deps.store;
    const [seats, payment] = await Promise.all([seatsOf(sql, reference), findPremiumPayment(sql, reference)]);
    const row = seats.find((one) => one.seat === seat);
    if (!row || row.claimedAt !== undefined || payment?.status !== "paid") return;
    if (row.edition !== (edition ?? row.edition)) return;
    const key = (await deps.personal.keysOf(sql, [row.giverId])).get(row.giverId);
    if (!key) return;
    const message = premiumGiftMail({
      // What the buyer wrote as a name stays between Orin and the buyer: a mail of ours carries no words of theirs.
      ...{ id: mailId, name: "", publicUrl: deps.config.publicUrl },
      to: key.open(sealedSeatField(reference, seat, "email"), row.email),
      ...{ giver: await giverName(deps, row.giverId), months: row.months, link: linkOf(deps, row) },
    });
    await deliver(deps, message);
  }, AS_MAIL);
}
