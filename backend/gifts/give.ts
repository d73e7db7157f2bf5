import {
  cardGiftsSince,
  cardGiftSum,
  findGift,
  findGiftPayment,
  type GiftRow,
  giftShares,
  isKnownGiver,
  openGiftPayments,
} from "../../projections/gifts/gifts.ts";
import { findDispute } from "../../projections/payments/disputes.ts";
import { policyAt, readPolicies } from "../../projections/admin/policies.ts";
import { trackFacts } from "../../projections/catalogue/tracks.ts";
import { findUser } from "../../projections/accounts/users.ts";
import { sharesAt } from "../catalogue/split/reads.ts";
import { giftCents, giftUnits } from "../contract/gifts.ts";
import type { Policy } from "../contract/policy_rules.ts";
import type { SendGiftRequest } from "../contract/requests/gifts.ts";
import { artistHolds } from "../catalogue/artist/hold.ts";
import { newId } from "../contract/ids.ts";
import { Refusal } from "../contract/refusal.ts";
import { availableAccount, settlingAccount } from "../ledger/chart.ts";
import { paidUnitsOf } from "../../projections/wallet/withdrawals.ts";
import { type Gate, type GateFacts, gateFacts, letLeave, loadGate } from "../wallet/gate.ts";
import type { HoldEvent } from "./settlement/events.ts";
import { heldTokens } from "./settlement/state.ts";
import { noteGiftDispute } from "./dispute.ts";
import { type Moving, takeReleasedBack } from "./give_back.ts";
import {
  appendsOf,
  backUnitsOf,
  giftLogs,
  gifts,
  type GroupGifts,
  hasArtist,
  loadGifts,
  placesOf,
  refundAppends,
} from "./group.ts";
import type { Deps } from "../deps.ts";
import { type ChargeDeps, type Payer, startCharge } from "../payments/charge.ts";
import type { DisputeFound } from "../payments/disputes/disputes.ts";
import { cardsSince } from "../payments/cards/reads.ts";
import { youngUntil } from "../payments/cards/young.ts";
import type { Charged, Purpose } from "../payments/purpose.ts";
import type { CommandHandler } from "../store/log/command.ts";
import type { Metadata } from "../store/log/event.ts";
import { derivedId } from "../store/log/ids.ts";
import type { Sql, Tx } from "../store/sql.ts";
import { type GiftDivided, type GiftPaymentStarted, giftReference, giftStream, type GiftTerms } from "./events.ts";
import { CARD_GIFT_CODES, decideCardGift, decideThanks, decideTokenGift, type GiftPlaces, toOneself } from "./state.ts";
import { provenOf } from "../wallet/terms/reads.ts";
import { thanksFor } from "./thanks/reads.ts";
import { type PlacedShare, placedShares, sharesOfGift } from "./collaborators/places.ts";
import { apportion, decideTokenShare, dividedOf, divideGift, sharedOf, waitingShare } from "./collaborators/state.ts";

/** A gift, and what collaborators get of it, all from the giver's shard. */
type GivenTokens = GiftPlaces & {
  readonly terms: GiftTerms;
  readonly divided?: GiftDivided;
  readonly shares?: readonly PlacedShare[];
  /** What the giver has proven. */
  readonly proven: Awaited<ReturnType<typeof provenOf>>;
};

/**
 * Gives tokens to an artist immediately, and to collaborators their parts. A refusal stays one under the same command
 * id.
 */
export const giveTokens: CommandHandler<
  GivenTokens,
  GroupGifts & { readonly gate: Gate },
  { giftId: string; balance: number },
  GateFacts
> = {
  name: "giveTokens",
  refusalsStick: true,
  facts: (sql, commands, { now }) => gateFacts(sql, commands.map(giverOf), now),
  async load(tx, commands, scope) {
    const gate = await loadGate(tx, scope, { owners: commands.map(giverOf), facts: scope.facts });
    return { ...await loadGifts(tx, commands.flatMap((one) => [one, ...one.shares ?? []]), scope), gate };
  },
  decide(group, command, { now }) {
    const { terms, divided, shares = [] } = command;
    const account = availableAccount(command.giverId);
    const units = divided?.data.units ?? terms.units;
    const given = decideTokenGift(terms, { availableUnits: group.balances.of(account), wholeUnits: units });
    const pass = letLeave(group.gate, "gift", { ...giverOf(command), units, proven: command.proven });
    const heldOf = (places: GiftPlaces, own: GiftTerms) => hasArtist(places) ? [heldTokens(own, now)] : [];
    const appends = [
      ...appendsOf(group, command, {
        events: divided ? [...given, divided] : given,
        held: heldOf(command, terms),
        pass,
      }),
      ...shares.flatMap((share) => {
        const events = decideTokenShare(group.gifts.of(share), share.terms, share);
        return appendsOf(group, share, { events, held: events.length > 0 ? heldOf(share, share.terms) : [], pass });
      }),
    ];
    const balance = group.balances.of(account) + group.balances.of(settlingAccount(command.giverId));
    return { appends, result: { giftId: command.giftId, balance } };
  },
};

function giverOf({ giverShard: shard, giverId: userId }: GiftPlaces) {
  return { shard, userId };
}

interface GiftNews {
  readonly news: string;
  readonly feesKobo: number;
  readonly reference: string;
  readonly card?: string | undefined;
}

/** Of a collaborator's part its terms: its checkout is that of the gift. */
type NotedGift = GiftPlaces & GiftNews & { readonly share?: PlacedShare };

/** What the provider said about a gift by card: paid, it settles for a while. */
export const noteGiftPayment = gifts.handler("noteGiftPayment", {
  id: (command: NotedGift) => command,
  facts: (sql, commands, { now }) => readKnown(sql, commands.filter(isPaid), now),
  async beside(tx, commands, scope) {
    const group = await loadGifts(tx, commands, scope);
    return { group, holdMs: await holdTimes(tx, commands.filter(isPaid), scope.facts) };
  },
  decide(gift, command, { beside: { group } }) {
    const { share } = command;
    const state = gift ?? (share && waitingShare(share.terms, share));
    if (!isPaid(command)) return decideCardGift(state, command, backUnitsOf(group, command));
    const events = decideCardGift(state, command, { artistUnits: 0, lostUnits: 0 });
    return events.length > 0 && share ? [...events, sharedOf(share.terms, share)] : events;
  },
  appends(events, command, { facts, beside: { group, holdMs }, now }) {
    if (!isPaid(command)) return refundAppends(group, command, events);
    const { giftId, artistId } = command;
    const until = now + (holdMs.get(giftId) ?? 0);
    const held = events.flatMap((event): HoldEvent[] => {
      if (event.type !== "GiftSent") return [];
      const { units } = event.data;
      return [{ type: "GiftHeld", data: { artistId, giftId, units, until, ...youngOf(command, facts, now) } }];
    });
    return appendsOf(group, command, { events, held });
  },
  result: ({ events }) => ({ changed: events.length > 0 }),
});

/** Until when a gift's money is young; nothing where it is not. */
function youngOf({ card }: GiftNews, { policy, cardsSince }: GiftFacts, now: number): { youngUntil?: number } {
  if (card === undefined) return {};
  const until = youngUntil({ paidAt: now, cardSince: cardsSince.get(card) }, policy.youngCardMs);
  return until > now ? { youngUntil: until } : {};
}

function isPaid({ news }: GiftNews): boolean {
  return news === "paid";
}

/** Who is known on both sides of some gifts: their ids, and for how long gifts settle. */
interface GiftFacts {
  readonly policy: Policy;
  readonly gifts: ReadonlySet<string>;
  readonly cardsSince: ReadonlyMap<string, number>;
}

/**
 * A giver is known by a gift of more than 30 days ago, to whomever, none having gone back; an artist by an account as old
 * and a withdrawal that was paid, which the artist's shard knows.
 */
async function readKnown(sql: Sql, gifts: readonly NotedGift[], now: number): Promise<GiftFacts> {
  const known = new Set<string>();
  const since = now - KNOWN_AFTER_MS;
  for (const { giftId, giverId, artistId } of gifts) {
    const artist = await findUser(sql, artistId);
    if (artist === undefined || artist.createdAt > since) continue;
    if (await isKnownGiver(sql, giverId, since)) known.add(giftId);
  }
  const cards = await cardsSince(sql, gifts.flatMap(({ card }) => card ?? []));
  return { policy: policyAt(await readPolicies(sql), now), gifts: known, cardsSince: cards };
}

/** How long gifts settle, by their ids: shorter where both sides are known. */
async function holdTimes(
  tx: Tx,
  gifts: readonly GiftPlaces[],
  { policy: { giftSettlingMs, knownGiftSettlingMs }, gifts: known }: GiftFacts,
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

/** The artist's thanks. */
const thankForGift = gifts.handler("thankForGift", {
  id: (command: GiftPlaces & { readonly message: string }) => command,
  beside: loadGifts,
  decide: decideThanks,
  appends: (events, places, { beside: group }) => appendsOf(group, places, { events }),
  result: ({ events }) => ({ changed: events.length > 0 }),
});

const METADATA = { actor: "system:payments" };

interface Origin {
  readonly userId: string;
  readonly metadata: Metadata;
  readonly commandId?: string;
  readonly onceWithinMs?: number;
}

/**
 * Gives tokens; the same `commandId` gives them once. Answers the balance that is left, with what settles, in units. Throws Refusal
 * `not_found`, `gifts_paused`, `invalid_amount`, `gift_to_oneself`, `insufficient_funds` or `money_owed`.
 */
export async function sendTokens(
  deps: ChargeDeps & Pick<Deps, "config" | "texts">,
  request: SendGiftRequest,
  origin: Origin,
) {
  const { amount, message, artistId, trackId, isNamed } = request;
  // Without a name it is the same content as before there was a choice.
  const more = { ...(artistId && { artistId }), ...(trackId && { trackId }), ...(isNamed && { isNamed }) };
  const content = { amount, message, ...more };
  const { userId, ...own } = origin;
  // The artist may have left since the answer was lost.
  const logs = [`ledger/${deps.shardOf(userId)}`] as const;
  const given = await deps.store.earlier(giveTokens, { ...own, logs, content });
  if (given) return { ...given, repeated: true };
  const { terms, divided } = await termsFor(deps, request, userId);
  const places = placesOf(deps, { ...terms, method: "tokens" });
  const options = { ...own, logs: giftLogs(places), content };
  const parts = divided && { divided, shares: placedShares(deps, { terms, method: "tokens" }, divided.data) };
  const proven = await provenOf(deps, { sql: deps.store.sql, userId, now: deps.now() });
  const command = { ...places, terms, ...parts, proven };
  const { result, repeated } = await deps.store.execute(giveTokens, command, options);
  return { ...result, repeated };
}

/** Opens a checkout for a gift. Throws Refusal `not_found`, `gifts_paused`, `gift_to_oneself`, or like `startCharge`. */
export async function startGiftPayment(deps: ChargeDeps, request: SendGiftRequest, payer: Payer) {
  const { terms, divided } = await termsFor(deps, request, payer.userId);
  const { giftId } = terms;
  const reference = giftReference(deps.installation, giftId);
  const event: GiftPaymentStarted = { type: "GiftPaymentStarted", data: { ...terms, reference } };
  const started = await startCharge(deps, payer, {
    reference,
    amountKobo: divided?.data.units ?? terms.units,
    shard: deps.shardOf(terms.artistId),
    stream: giftStream(giftId),
    events: divided ? [event, divided] : [event],
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
    // What is taken of the parts comes first: while the gift itself is not back, the news is told again.
    if (news.news === "reversed") await noteShares(deps, row, news.news);
    const places = placesOf(deps, row);
    const command = { ...places, reference, ...news };
    await deps.store.execute(noteGiftPayment, command, { logs: giftLogs(places), metadata: METADATA });
    if (news.news === "paid") await noteShares(deps, { ...row, card: row.card ?? news.card }, news.news);
  },
  async dispute(deps, reference, found) {
    const row = await findGiftPayment(deps.store.sql, reference);
    if (!row) return;
    for (const { gift, dispute } of await disputedParts(deps, row, found)) {
      const places = placesOf(deps, gift);
      const command = { ...places, reference, ...dispute };
      await deps.store.execute(noteGiftDispute, command, { logs: giftLogs(places), metadata: METADATA });
    }
  },
};

function chargedOf({ reference = "", wholeUnits, feesKobo, status }: GiftRow): Charged {
  const state = { started: "started", sent: "paid", refunded: "reversed" } as const;
  return { reference, amountKobo: wholeUnits, feesKobo, state: state[status] };
}

/**
 * Notes what the provider said of a gift by card for the parts of its collaborators, each in its own shard: before a part
 * goes back it has to be there. Harmless twice.
 */
export async function noteShares(deps: Moving, gift: GiftRow, news: "paid" | "reversed"): Promise<void> {
  for (const share of await sharesOfGift(deps, gift)) {
    const options = { logs: giftLogs(share), metadata: METADATA };
    const command = { ...share, share, reference: "", feesKobo: 0, card: gift.card };
    await deps.store.execute(noteGiftPayment, { ...command, news: "paid" }, options);
    if (news === "paid") continue;
    await takeReleasedBack(deps, share.giftId, METADATA);
    await deps.store.execute(noteGiftPayment, { ...command, news }, options);
  }
}

/**
 * What a dispute of a charge asks of each part of its gift, by what is there of each: the parts of collaborators first, so
 * that what is left undone is asked for again with the gift itself.
 */
async function disputedParts(deps: Moving, gift: GiftRow, found: DisputeFound) {
  const parts = gift.status === "started" ? [] : await sharesOfGift(deps, gift);
  if (parts.length === 0) return [{ gift, dispute: found }];
  await noteShares(deps, gift, "paid");
  const { sql } = deps.store;
  const rows = [gift, ...await giftShares(sql, gift.giftId)];
  const ids = rows.map(({ giftId }) => giftId === gift.giftId ? found.disputeId : derivedId(giftId, found.disputeId));
  const known = await Promise.all(ids.map((disputeId) => findDispute(sql, disputeId)));
  const there = rows.map(({ keptUnits }, index) => {
    const { lostUnits = 0, returnedUnits = 0 } = known[index] ?? {};
    return keptUnits + lostUnits - returnedUnits;
  });
  const asked = apportion(found.amountKobo, there);
  if (found.status !== "won") { for (const { giftId } of rows) await takeReleasedBack(deps, giftId, METADATA); }
  return rows.map((row, index) => ({
    gift: row,
    dispute: { ...found, disputeId: ids[index] ?? found.disputeId, amountKobo: asked[index] ?? 0 },
  })).toReversed();
}

/** The artist's words to the giver, once. Throws Refusal `not_found`, or `conflict` after a thank-you to all. */
export async function thank(
  deps: ChargeDeps,
  { giftId, artistId, message, metadata }: { giftId: string; artistId: string; message: string; metadata: Metadata },
): Promise<void> {
  const row = await findGift(deps.store.sql, giftId);
  if (!row || row.artistId !== artistId || row.shareOf !== undefined) throw new Refusal("not_found", "Gift not found");
  if (row.thanks === undefined && (await thanksFor(deps.store.sql, [artistId]))(row)) {
    throw new Refusal("conflict", "You have thanked for this gift already, when you thanked everyone");
  }
  const key = await deps.personal.keyOf(deps.store.sql, artistId);
  const places = placesOf(deps, row);
  const command = { ...places, message: key.seal(`thanks ${giftId}`, message) };
  await deps.store.execute(thankForGift, command, { logs: giftLogs(places), metadata });
}

/** What the gift is worth today, to whom it goes, how it is divided, and the message sealed. */
async function termsFor(
  deps: ChargeDeps,
  request: SendGiftRequest,
  giverId: string,
): Promise<{ terms: GiftTerms; divided?: GiftDivided }> {
  const { sql } = deps.store;
  const cents = giftCents(request.amount);
  if (cents === undefined) throw new Refusal("invalid_amount", "Please enter a valid amount", { field: "amount" });
  const artistId = await artistOf(deps, request);
  if (artistId === giverId) throw toOneself();
  const { koboPerDollar, version: policyVersion } = policyAt(await readPolicies(sql), deps.now());
  const giftId = newId();
  const key = await deps.personal.keyOf(sql, giverId);
  const whole = { cents, units: giftUnits(cents, koboPerDollar) };
  const parts = request.trackId && (await sharesAt(sql, [request.trackId], deps.now())).get(request.trackId);
  const idOf = (creatorId: string) => derivedId(giftId, creatorId);
  const division = parts ? divideGift(whole, parts, { ownerId: artistId, giverId, idOf }) : undefined;
  const terms = {
    ...{ giftId, giverId, artistId, koboPerDollar, policyVersion, ...division?.own ?? whole },
    ...(request.trackId && { trackId: request.trackId }),
    message: key.seal(`gift ${giftId}`, request.message),
    isNamed: request.isNamed,
  };
  return division ? { terms, divided: dividedOf(terms, whole, division.shares) } : { terms };
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
