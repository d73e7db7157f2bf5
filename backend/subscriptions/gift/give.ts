import type { StartedCharge } from "../../adapters/payments/types.ts";
import { policyAt, readPolicies } from "../../../projections/admin/policies.ts";
import { seatsOf } from "../../../projections/subscriptions/premium_gifts.ts";
import { newId } from "../../contract/ids.ts";
import { paymentReference } from "../../contract/payment_reference.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { GivePremiumRequest } from "../../contract/requests/premium_gifts.ts";
import { type ChargeDeps, type Payer, startCharge } from "../../payments/charge.ts";
import type { Metadata } from "../../store/log/event.ts";
import { shardLogs } from "../../store/log/shard.ts";
import { streamsOf } from "../../store/streams.ts";
import { type PremiumPaymentStarted, premiumPaymentStream } from "../events.ts";
import { settleGiftedMonths } from "../grant.ts";
import { type PaymentPlace, payments, PREMIUM_PURPOSE } from "../pay.ts";
import type { PremiumPayment } from "../state.ts";
import {
  type PremiumGiftEvent,
  type PremiumGiftReaddressed,
  type PremiumGiftStarted,
  premiumGiftStream,
  sealedSeatField,
  seatReference,
} from "./events.ts";
import { decideClaim, decideReaddressing, decideSendingAgain, evolveGift, type PremiumGift } from "./state.ts";

/** Premium for others, in the shards of their buyers. */
export const premiumGiftStreams = streamsOf<PaymentPlace, PremiumGift | undefined, PremiumGiftEvent>({
  log: ({ shard }) => `ledger/${shard}`,
  stream: ({ reference }) => premiumGiftStream(reference),
  initial: undefined,
  evolve: evolveGift,
});

/** A seat in a payment of the buyer's shard, and what is decided of it. */
interface AtSeat extends PaymentPlace {
  readonly seat: number;
}

function seatHandler<More>(
  name: string,
  decide: (
    known: { gift: PremiumGift | undefined; payment: PremiumPayment | undefined },
    command: AtSeat & More,
  ) => PremiumGiftEvent[],
) {
  return premiumGiftStreams.handler(name, {
    id: (command: AtSeat & More) => command,
    beside: (tx, commands, scope) => payments.load(tx, scope, commands),
    decide: (gift, command, { beside: payments }) => decide({ gift, payment: payments.of(command) }, command),
    result: ({ events }) => ({ changed: events.length > 0 }),
  });
}

/** A person takes a seat. The payment is read under the same lock: what is disputed cannot be taken. */
export const claimSeat = seatHandler<{ claimerId: string; edition: number }>(
  "claimPremiumGift",
  (known, { reference, seat, claimerId, edition }) => decideClaim(known, { reference, seat, claimerId, edition }),
);

const sendSeatAgain = seatHandler<{ giverId: string }>(
  "sendPremiumGiftAgain",
  (known, { reference, seat, giverId }) => decideSendingAgain(known, { reference, seat, giverId }),
);

const readdressSeat = seatHandler<
  { readdressed: PremiumGiftReaddressed["data"]; isSame: boolean; edition: number }
>(
  "readdressPremiumGift",
  (known, { readdressed, isSame, edition }) => decideReaddressing(known, { seat: readdressed, isSame, edition }),
);

/**
 * Opens a checkout for Premium for others, at today's price for each person and month. Throws Refusal `price_changed`, or
 * like `startCharge`.
 */
export async function startPremiumGift(
  deps: ChargeDeps,
  { seats, months, amountKobo: shownKobo }: GivePremiumRequest,
  payer: Payer,
): Promise<StartedCharge> {
  const { sql } = deps.store;
  const { premiumMonthKobo, version } = policyAt(await readPolicies(sql), deps.now());
  const amountKobo = premiumMonthKobo * months * seats.length;
  if (shownKobo !== undefined && shownKobo !== amountKobo) {
    throw new Refusal("price_changed", "The price of Premium has changed: please reload the page");
  }
  const { userId: giverId } = payer;
  const reference = paymentReference(PREMIUM_PURPOSE, { installation: deps.installation, id: newId() });
  const shard = deps.shardOf(giverId);
  const key = await deps.personal.keyOf(sql, giverId);
  const gift: PremiumGiftStarted = {
    type: "PremiumGiftStarted",
    data: {
      ...{ reference, giverId, months },
      seats: seats.map(({ name, email }, index) => {
        const seat = index + 1;
        return {
          seat,
          name: key.seal(sealedSeatField(reference, seat, "name"), name),
          email: key.seal(sealedSeatField(reference, seat, "email"), email),
        };
      }),
    },
  };
  // Before the payment: what is paid for is known by then. Without its payment it is nothing.
  await deps.store.appendToStream(`ledger/${shard}`, premiumGiftStream(reference), [gift], {
    ...{ expectedStreamVersion: "no_stream", metadata: payer.metadata },
  });
  const event: PremiumPaymentStarted = {
    type: "PremiumPaymentStarted",
    data: { reference, userId: giverId, amountKobo, months: 0, policyVersion: version },
  };
  return await startCharge(deps, payer, {
    ...{ reference, amountKobo, shard, events: [event] },
    stream: premiumPaymentStream(reference),
    says: { plan: "premium for others" },
  });
}

/** A seat's months go to the person who has its link; the same person again gets the same. */
export async function claimPremium(
  deps: Settling,
  { claimerId, metadata, ...seat }: AtSeat & { edition: number; claimerId: string; metadata: Metadata },
): Promise<void> {
  await deps.store.execute(claimSeat, { ...seat, claimerId }, { logs: shardLogs(seat.shard), metadata });
  await settleSeats(deps, seat, { seat: seat.seat, metadata });
}

/** The buyer wants a seat's link mailed again. */
export async function sendAgain(
  deps: Settling,
  { metadata, ...command }: AtSeat & { giverId: string; metadata: Metadata },
): Promise<void> {
  await deps.store.execute(sendSeatAgain, command, { logs: shardLogs(command.shard), metadata });
}

/**
 * The buyer corrects whom a seat is for, while it is free; a new link is mailed there. The same again changes nothing.
 * Refuses as `decideReaddressing`.
 */
export async function correctSeat(
  deps: Settling & Pick<ChargeDeps, "personal">,
  { shard, reference, seat, giverId, name, email, metadata }: AtSeat & {
    giverId: string;
    name: string;
    email: string;
    metadata: Metadata;
  },
): Promise<void> {
  const { sql } = deps.store;
  const row = (await seatsOf(sql, reference)).find((one) => one.seat === seat);
  const key = (await deps.personal.keysOf(sql, [giverId])).get(giverId);
  if (!key || row?.giverId !== giverId) throw new Refusal("not_found", "Gift not found");
  const fieldOf = (field: "name" | "email") => sealedSeatField(reference, seat, field);
  const isSame = key.open(fieldOf("name"), row.name) === name && key.open(fieldOf("email"), row.email) === email;
  const sealed = { name: key.seal(fieldOf("name"), name), email: key.seal(fieldOf("email"), email) };
  const command = {
    shard,
    reference,
    seat,
    isSame,
    edition: row.edition,
    readdressed: { reference, seat, giverId, ...sealed },
  };
  await deps.store.execute(readdressSeat, command, { logs: shardLogs(shard), metadata });
}

type Settling = Pick<ChargeDeps, "store" | "shardOf">;

/**
 * Makes the months of those who took a seat what the payment says, each in their own shard. Idempotent; safe to run
 * concurrently: the writer checks again whether the payment has changed since.
 */
export async function settleSeats(
  deps: Settling,
  place: PaymentPlace,
  { seat: only, metadata }: { seat?: number; metadata: Metadata },
): Promise<void> {
  const gift = (await premiumGiftStreams.states(deps.store.sql, [place]))(place);
  if (!gift) return;
  const { reference } = place;
  let paid = await statusOf(deps, place);
  let done: typeof paid;
  while (paid !== undefined && paid !== done) {
    done = paid;
    for (const [seat, { claimerId: userId }] of gift.seats) {
      if (userId === undefined || (only !== undefined && only !== seat)) continue;
      const shard = deps.shardOf(userId);
      const command = { userId, shard, months: gift.months, reference: seatReference(reference, seat), paid };
      await deps.store.execute(settleGiftedMonths, command, { logs: shardLogs(shard), metadata });
    }
    paid = await statusOf(deps, place);
  }
}

async function statusOf({ store }: Settling, place: PaymentPlace): Promise<PremiumPayment["status"] | undefined> {
  return (await payments.states(store.sql, [place]))(place)?.status;
}
