import { findPremiumPayments } from "../../../projections/subscriptions/premium_payments.ts";
import { policyAt, readPolicies } from "../../../projections/admin/policies.ts";
import { type SeatRow, seatsBoughtBy, seatsOf } from "../../../projections/subscriptions/premium_gifts.ts";
import { openPersonOf } from "../../accounts/account/reads.ts";
import { isoTime } from "../../contract/iso_time.ts";
import {
  type GivenPremium,
  MAX_SENT_AGAIN,
  type OfferedPremium,
  type PremiumGifts,
  type PremiumGiftSeat,
} from "../../contract/premium_gifts.ts";
import type { Deps } from "../../deps.ts";
import type { PersonKey } from "../../store/personal/personal_data.ts";
import { sealedSeatField } from "./events.ts";
import { premiumGiftStreams } from "./give.ts";
import { type SeatOf, seatPath, SeatTokens } from "./link.ts";
import { payments } from "../pay.ts";
import { linkUnknown, seatStatus } from "./state.ts";

type Reading = Pick<Deps, "store" | "personal" | "keys" | "installation" | "shardOf" | "config" | "now">;

/** So many people at most are in the list: the newest. */
const LISTED = 500;
/** A checkout that was left is told of for this long, and no longer. */
const UNPAID_MS = 3 * 24 * 3_600_000;

/** What a person gave, with the links of seats that are still free. */
export async function premiumGiftsOf(deps: Reading, giverId: string, limit = LISTED): Promise<PremiumGifts> {
  const { sql } = deps.store;
  const now = deps.now();
  const [rows, keys, policies] = await Promise.all([
    seatsBoughtBy(sql, giverId, limit),
    deps.personal.keysOf(sql, [giverId]),
    readPolicies(sql),
  ]);
  const byReference = Map.groupBy(rows, ({ reference }) => reference);
  const paid = await findPremiumPayments(sql, [...byReference.keys()]);
  const key = keys.get(giverId);
  const gifts = [...byReference].flatMap(([reference, seats]): GivenPremium[] => {
    const [first] = seats;
    const payment = paid.get(reference);
    if (!first || !payment || !key) return [];
    const { status, amountKobo } = payment;
    if (status === "started" && first.startedAt < now - UNPAID_MS) return [];
    return [{
      ...{ reference, amountKobo, status, months: first.months, startedAt: isoTime(first.startedAt) },
      seats: seats.map((row) => seatFor(deps, { row, key, isPaid: status === "paid" })),
    }];
  });
  return { gifts, priceKobo: policyAt(policies, now).premiumMonthKobo };
}

function seatFor(
  deps: Reading,
  { row, key, isPaid }: { row: SeatRow; key: PersonKey; isPaid: boolean },
): PremiumGiftSeat {
  const { reference, seat, name, email, claimedAt, sentAgain } = row;
  const isOpen = isPaid && claimedAt === undefined;
  return {
    seat,
    name: key.open(sealedSeatField(reference, seat, "name"), name),
    email: key.open(sealedSeatField(reference, seat, "email"), email),
    claimedAt: claimedAt === undefined ? null : isoTime(claimedAt),
    link: isOpen ? linkOf(deps, row) : null,
    canSendAgain: isOpen && sentAgain < MAX_SENT_AGAIN,
  };
}

/** The absolute link that gives a seat's months. */
export function linkOf(deps: Pick<Reading, "keys" | "installation" | "config">, seat: SeatOf): string {
  return `${deps.config.publicUrl}${seatPath(new SeatTokens(deps).sign(seat))}`;
}

/** What a link gives to who opens it. It names the giver by the first name, as the mail does. Throws `link_invalid`. */
export async function offeredPremium(
  deps: Reading,
  token: string,
  userId: string | undefined,
): Promise<OfferedPremium> {
  const at = await seatByToken(deps, token);
  const { sql } = deps.store;
  const [gifts, paid] = await Promise.all([premiumGiftStreams.states(sql, [at]), payments.states(sql, [at])]);
  const gift = gifts(at);
  const status = seatStatus({ gift, payment: paid(at) }, { seat: at.seat, edition: at.edition, userId });
  if (!gift || !status) throw linkUnknown();
  return { giver: await giverName(deps, gift.giverId), months: gift.months, status };
}

/** The seat of a link, and the shard of its payment. Throws Refusal `link_invalid`. */
export async function seatByToken(deps: Reading, token: string): Promise<SeatOf & { shard: number }> {
  const at = new SeatTokens(deps).read(token);
  const [row] = await seatsOf(deps.store.sql, at.reference);
  if (!row) throw linkUnknown();
  return { ...at, shard: deps.shardOf(row.giverId) };
}

/** The giver's first name, where it is no more than a name; null for who is not here any more. */
export async function giverName(deps: Pick<Deps, "store" | "personal">, giverId: string): Promise<string | null> {
  const { firstName = "" } = await openPersonOf(deps, giverId) ?? {};
  return /^[\p{L}\p{M}' -]{1,40}$/u.test(firstName) ? firstName : null;
}
