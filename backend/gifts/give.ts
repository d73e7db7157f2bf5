import {
  cardGiftsSince,
  cardGiftSum,
  findGift,
  findGiftPayment,
  type GiftRow,
  isKnownGiver,
  openGiftPayments,
} from "../../projections/gifts.ts";
import { policyAt, readPolicies } from "../../projections/policies.ts";
import { trackFacts } from "../../projections/tracks.ts";
import { findUser } from "../../projections/users.ts";
import { giftCents, giftUnits } from "../contract/gifts.ts";
import type { Policy } from "../contract/policy_rules.ts";
import type { SendGiftRequest } from "../contract/requests/gifts.ts";
import { artistHolds } from "../catalogue/artist/hold.ts";
import { newId } from "../contract/ids.ts";
import { Refusal } from "../contract/refusal.ts";
import { availableAccount, settlingAccount } from "../ledger/chart.ts";
import { paidUnitsOf } from "../../projections/withdrawals.ts";
import type { HoldEvent } from "./hold/events.ts";
import { noteGiftDispute } from "./dispute.ts";
import { giveBackBetween } from "./between/between.ts";
import { appendsOf, giftLogs, type GroupGifts, hasArtist, loadGifts, placesOf, refundAppends } from "./group.ts";
import { type ChargeDeps, type Payer, startCharge } from "../payments/charge.ts";
import type { Charged, Purpose } from "../payments/purpose.ts";
import type { CommandHandler } from "../store/log/command.ts";
import type { Metadata } from "../store/log/event.ts";
import type { Sql, Tx } from "../store/sql.ts";
import { type GiftPaymentStarted, giftReference, giftStream, type GiftTerms } from "./events.ts";
import {
  CARD_GIFT_CODES,
  decideCardGift,
  decideThanks,
  decideTokenGift,
  decideTokenRefund,
  type GiftPlaces,
  toOneself,
} from "./state.ts";

/** Gives tokens to an artist at once. A refusal stays one under the same command id. */
export const giveTokens: CommandHandler<
  GiftPlaces & { readonly terms: GiftTerms },
  GroupGifts,
  { giftId: string; balance: number }
> = {
  name: "giveTokens",
  refusalsStick: true,
  load: loadGifts,
  decide(group, command) {
    const account = availableAccount(command.giverId);
    const appends = appendsOf(group, command, {
      events: decideTokenGift(command.terms, group.balances.of(account)),
    });
    const balance = group.balances.of(account) + group.balances.of(settlingAccount(command.giverId));
    return { appends, result: { giftId: command.giftId, balance } };
  },
};

interface GiftNews {
  readonly news: string;
  readonly feesKobo: number;
  readonly reference: string;
}

type GroupNews = GroupGifts & { readonly holdMs: ReadonlyMap<string, number> };

/** What the provider said about a gift by card: paid, it settles for a while. */
export const noteGiftPayment: CommandHandler<GiftPlaces & GiftNews, GroupNews, { changed: boolean }, Known> = {
  name: "noteGiftPayment",
  facts: (sql, commands, { now }) => readKnown(sql, commands.filter(isPaid), now),
  async load(tx, commands, scope) {
    const group = await loadGifts(tx, commands, scope);
    return { ...group, holdMs: await holdTimes(tx, commands.filter(isPaid), scope.facts) };
  },
  decide(group, command, { now }) {
    const { giftId, artistId, news } = command;
    const state = group.gifts.of(command);
    if (news !== "paid") {
      const appends = refundAppends(group, command, (met) => decideCardGift(state, command, met));
      return { appends, result: { changed: appends.length > 0 } };
    }
    const events = decideCardGift(state, command, { artistUnits: 0, lostUnits: 0 });
    const until = now + (group.holdMs.get(giftId) ?? 0);
    const held = events.map(({ data }): HoldEvent => {
      const { units = 0 } = "units" in data ? data : {};
      return { type: "GiftHeld", data: { artistId, giftId, units, until } };
    });
    const appends = appendsOf(group, command, { events, held });
    return { appends, result: { changed: appends.length > 0 } };
  },
};

function isPaid({ news }: GiftNews): boolean {
  return news === "paid";
}

/** Who is known on both sides of some gifts: their ids, and for how long gifts settle. */
interface Known {
  readonly policy: Policy;
  readonly gifts: ReadonlySet<string>;
}

/**
 * A giver is known by a gift of more than 30 days ago, to whomever, none having gone back; an artist by an account as old
 * and a withdrawal that was paid, which the artist's shard knows.
 */
async function readKnown(sql: Sql, gifts: readonly GiftPlaces[], now: number): Promise<Known> {
  const known = new Set<string>();
  const since = now - KNOWN_AFTER_MS;
  for (const { giftId, giverId, artistId } of gifts) {
    const artist = await findUser(sql, artistId);
    if (artist === undefined || artist.createdAt > since) continue;
    if (await isKnownGiver(sql, giverId, since)) known.add(giftId);
  }
  return { policy: policyAt(await readPolicies(sql), now), gifts: known };
}

/** How long gifts settle, by their ids: shorter where both sides are known. */
async function holdTimes(
  tx: Tx,
  gifts: readonly GiftPlaces[],
  { policy: { giftSettlingMs, knownGiftSettlingMs }, gifts: known }: Known,
): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  for (const [shard, own] of Map.groupBy(gifts, ({ artistShard }) => artistShard)) {
    const paid = await paidUnitsOf(tx, own.map(({ artistId }) => artistId), shard);
    for (const { giftId, artistId } of own) {
      const isKnown = known.has(giftId) && (paid.get(artistId) ?? 0) > 0;
      times.set(giftId, isKnown ? knownGiftSettlingMs : giftSettlingMs);
    }
  }
  return times;
}

const KNOWN_AFTER_MS = 30 * 24 * 3_600_000;

/** An admin gives tokens back. */
export const refundTokens: CommandHandler<GiftPlaces, GroupGifts, { changed: boolean }> = {
  name: "refundTokens",
  load: loadGifts,
  decide(group, command) {
    const state = group.gifts.of(command);
    const appends = refundAppends(group, command, ({ artistUnits }) => decideTokenRefund(state, artistUnits));
    return { appends, result: { changed: appends.length > 0 } };
  },
};

/** The artist's thanks. */
const thankForGift: CommandHandler<GiftPlaces & { readonly message: string }, GroupGifts, { changed: boolean }> = {
  name: "thankForGift",
  load: loadGifts,
  decide(group, command) {
    const appends = appendsOf(group, command, { events: decideThanks(group.gifts.of(command), command) });
    return { appends, result: { changed: appends.length > 0 } };
  },
};

const METADATA = { actor: "system:payments" };

interface Origin {
  readonly userId: string;
  readonly metadata: Metadata;
  readonly commandId: string;
}

/**
 * Gives tokens; the same `commandId` gives them once. Answers the balance that is left, with what settles, in units. Throws Refusal
 * `not_found`, `gifts_paused`, `invalid_amount`, `gift_to_oneself` or `insufficient_funds`.
 */
export async function sendTokens(deps: ChargeDeps, request: SendGiftRequest, origin: Origin) {
  const { amount, message, artistId, trackId, isNamed } = request;
  // Without a name it is the same content as before there was a choice.
  const more = { ...(artistId && { artistId }), ...(trackId && { trackId }), ...(isNamed && { isNamed }) };
  const content = { amount, message, ...more };
  const { metadata, commandId } = origin;
  // The artist may have left since the answer was lost.
  const logs = [`ledger/${deps.shardOf(origin.userId)}`] as const;
  const given = await deps.store.earlier(giveTokens, { logs, metadata, commandId, content });
  if (given) return given;
  const terms = await termsFor(deps, request, origin.userId);
  const places = placesOf(deps, { ...terms, method: "tokens" });
  const options = { logs: giftLogs(places), metadata, commandId, content };
  return (await deps.store.execute(giveTokens, { ...places, terms }, options)).result;
}

/** Opens a checkout for a gift. Throws Refusal `not_found`, `gifts_paused`, `gift_to_oneself`, or like `startCharge`. */
export async function startGiftPayment(deps: ChargeDeps, request: SendGiftRequest, payer: Payer) {
  const terms = await termsFor(deps, request, payer.userId);
  const { giftId } = terms;
  const reference = giftReference(deps.installation, giftId);
  const event: GiftPaymentStarted = { type: "GiftPaymentStarted", data: { ...terms, reference } };
  const started = await startCharge(deps, payer, {
    reference,
    amountKobo: terms.units,
    shard: deps.shardOf(terms.artistId),
    stream: giftStream(giftId),
    event,
    says: { gift: giftId },
  });
  return { ...started, giftId };
}

/** Gifts by card. */
export const giftCharges: Purpose = {
  name: "gift",
  codes: CARD_GIFT_CODES,
  async find(sql, reference) {
    const row = await findGiftPayment(sql, reference);
    return row && chargedOf(row);
  },
  open: async (sql, time) => (await openGiftPayments(sql, time)).map(({ reference = "" }) => reference),
  since: async (sql, from) => (await cardGiftsSince(sql, from)).map(chargedOf),
  sum: cardGiftSum,
  async note(deps, reference, news) {
    const row = await findGiftPayment(deps.store.sql, reference);
    if (!row) return;
    const places = placesOf(deps, row);
    const command = { ...places, reference, ...news };
    await deps.store.execute(noteGiftPayment, command, { logs: giftLogs(places), metadata: METADATA });
  },
  async dispute(deps, reference, found) {
    const row = await findGiftPayment(deps.store.sql, reference);
    if (!row) return;
    const places = placesOf(deps, row);
    const command = { ...places, reference, ...found };
    await deps.store.execute(noteGiftDispute, command, { logs: giftLogs(places), metadata: METADATA });
  },
};

function chargedOf({ reference = "", units, feesKobo, status }: GiftRow): Charged {
  const state = { started: "started", sent: "paid", refunded: "reversed" } as const;
  return { reference, amountKobo: units, feesKobo, state: state[status] };
}

/** An admin gives a gift back: tokens at once, a card's money through the provider, whose notice books it. */
export async function refundGift(deps: ChargeDeps, giftId: string, metadata: Metadata): Promise<"refunded" | "asked"> {
  const row = await findGift(deps.store.sql, giftId);
  if (!row || row.status === "started") throw new Refusal("not_found", "Gift not found");
  const places = placesOf(deps, row);
  if (row.method === "tokens") {
    if (hasArtist(places)) await deps.store.execute(refundTokens, places, { logs: giftLogs(places), metadata });
    else await giveBackBetween(deps, places, { units: row.units, metadata });
    return "refunded";
  }
  const { reference = "" } = row;
  const refundReference = `refund-${giftId}`;
  // The provider has no key that makes a refund once, so it is asked whether there is one.
  const known = await deps.payments.listRefunds(reference);
  if (!known.some((refund) => refund.refundReference === refundReference)) {
    await deps.payments.refundCharge({ reference, refundReference });
  }
  return "asked";
}

/** The artist's words to the giver, once. */
export async function thank(
  deps: ChargeDeps,
  { giftId, artistId, message, metadata }: { giftId: string; artistId: string; message: string; metadata: Metadata },
): Promise<void> {
  const row = await findGift(deps.store.sql, giftId);
  if (!row || row.artistId !== artistId) throw new Refusal("not_found", "Gift not found");
  const key = await deps.personal.keyOf(deps.store.sql, artistId);
  const places = placesOf(deps, row);
  const command = { ...places, message: key.seal(`thanks ${giftId}`, message) };
  await deps.store.execute(thankForGift, command, { logs: giftLogs(places), metadata });
}

/** What the gift is worth today, to whom it goes, and the message sealed. */
async function termsFor(deps: ChargeDeps, request: SendGiftRequest, giverId: string): Promise<GiftTerms> {
  const { sql } = deps.store;
  const cents = giftCents(request.amount);
  if (cents === undefined) throw new Refusal("invalid_amount", "Please enter a valid amount", { field: "amount" });
  const artistId = await artistOf(deps, request);
  if (artistId === giverId) throw toOneself();
  const { koboPerDollar, version: policyVersion } = policyAt(await readPolicies(sql), deps.now());
  const giftId = newId();
  const key = await deps.personal.keyOf(sql, giverId);
  return {
    ...{ giftId, giverId, artistId, cents, koboPerDollar, policyVersion },
    ...(request.trackId && { trackId: request.trackId }),
    units: giftUnits(cents, koboPerDollar),
    message: key.seal(`gift ${giftId}`, request.message),
    isNamed: request.isNamed,
  };
}

/**
 * Whom a gift is for. Who is suspended gets none, which says nothing of why; what was paid for before arrives, and waits
 * with the rest of their balance; so it is with those whom a moderator hides. Nor does a track whose owner is no artist: an admin's upload for someone who is not
 * here, of which the admin would have the money. A song that is held gets none.
 */
async function artistOf({ store: { sql } }: ChargeDeps, { artistId, trackId }: SendGiftRequest): Promise<string> {
  const track = trackId === undefined ? undefined : (await trackFacts(sql, [trackId])).get(trackId);
  const ownerId = trackId === undefined ? artistId : track?.ownerId;
  const unknown = new Refusal("not_found", trackId === undefined ? "Artist not found" : "Track not found");
  if (track?.held || ownerId === undefined || (artistId !== undefined && artistId !== ownerId)) throw unknown;
  const owner = await findUser(sql, ownerId);
  if (!owner || owner.closing) throw unknown;
  const isArtist = owner.role === "creator";
  if (!isArtist && trackId === undefined) throw unknown;
  const isHidden = (await artistHolds.states(sql, [ownerId]))(ownerId).length > 0;
  if (!isArtist || isHidden || owner.suspension !== undefined) throw noGiftsNow();
  return ownerId;
}

function noGiftsNow(): Refusal {
  return new Refusal("gifts_paused", "This artist cannot receive gifts at the moment");
}
