import { PaymentsRefused, PaymentsUnavailable } from "../adapters/payments/types.ts";
import { findGift, findGiftPayment, type GiftRow, openGiftPayments } from "../../projections/gifts.ts";
import { policyAt, readPolicies } from "../../projections/policies.ts";
import { trackFacts } from "../../projections/tracks.ts";
import { findUser } from "../../projections/users.ts";
import { openPersonOf } from "../accounts/account/reads.ts";
import { giftCents, giftUnits } from "../contract/gift_tiers.ts";
import type { SendGiftRequest } from "../contract/gifts.ts";
import { newId } from "../contract/ids.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Deps } from "../deps.ts";
import { availableAccount } from "../ledger/chart.ts";
import { askCharge, isRefunded } from "../payments/charge.ts";
import type { CommandHandler, GroupScope } from "../store/log/command.ts";
import type { Metadata } from "../store/log/event.ts";
import type { Tx } from "../store/sql.ts";
import { type GiftEvent, type GiftPaymentStarted, giftReference, giftStream, type GiftTerms } from "./events.ts";
import { giftLogs, type GiftPlaces, Gifts } from "./gifts.ts";
import { decideCardGift, decideThanks, decideTokenGift, decideTokenRefund, toOneself } from "./state.ts";

/** Gives tokens to an artist at once. A refusal stays one under the same command id. */
const giveTokens: CommandHandler<
  GiftPlaces & { readonly terms: GiftTerms },
  Gifts,
  { giftId: string; balance: number }
> = {
  name: "giveTokens",
  refusalsStick: true,
  load: loadGifts,
  decide(gifts, command) {
    const account = availableAccount(command.giverId);
    const appends = gifts.add(command, decideTokenGift(command.terms, gifts.balances.of(account)));
    return { appends, result: { giftId: command.giftId, balance: gifts.balances.of(account) } };
  },
};

interface CardNews {
  readonly outcome: "paid" | "reversed";
  readonly feesKobo: number;
  readonly reference: string;
}

/** What the provider said about a gift by card. */
export const noteGiftPayment = giftHandler<CardNews>(
  "noteGiftPayment",
  (gifts, command) => decideCardGift(gifts.of(command.giftId), command, artistUnits(gifts, command)),
);

/** An admin gives tokens back. */
const refundTokens = giftHandler<unknown>(
  "refundTokens",
  (gifts, command) => decideTokenRefund(gifts.of(command.giftId), artistUnits(gifts, command)),
);

/** The artist's thanks. */
const thankForGift = giftHandler<{ readonly message: string }>(
  "thankForGift",
  (gifts, command) => decideThanks(gifts.of(command.giftId), command),
);

function giftHandler<More>(
  name: string,
  decide: (gifts: Gifts, command: GiftPlaces & More) => GiftEvent[],
): CommandHandler<GiftPlaces & More, Gifts, { changed: boolean }> {
  return {
    name,
    load: loadGifts,
    decide(gifts, command) {
      const appends = gifts.add(command, decide(gifts, command));
      return { appends, result: { changed: appends.length > 0 } };
    },
  };
}

async function loadGifts(tx: Tx, commands: readonly GiftPlaces[], scope: GroupScope): Promise<Gifts> {
  const gifts = scope.share(Gifts);
  await gifts.load(tx, scope, commands);
  return gifts;
}

function artistUnits(gifts: Gifts, { artistId }: GiftPlaces): number {
  return gifts.balances.of(availableAccount(artistId));
}

/** What payments need of the service. */
export type PaymentDeps = Pick<Deps, "store" | "payments" | "personal" | "shardOf" | "now" | "log">;

const METADATA = { actor: "system:payments" };

const ASK_AFTER_MS = 2 * 60_000;

const ASK_UNTIL_MS = 3 * 24 * 3_600_000;

interface Origin {
  readonly userId: string;
  readonly metadata: Metadata;
  readonly commandId: string;
}

/**
 * Gives tokens; the same `commandId` gives them once. Answers the balance that is left, in units. Throws Refusal
 * `not_found`, `gifts_paused`, `invalid_amount`, `gift_to_oneself` or `insufficient_funds`.
 */
export async function sendTokens(deps: PaymentDeps, request: SendGiftRequest, origin: Origin) {
  const { amount, message, artistId, trackId, isNamed } = request;
  // Without a name it is the same content as before there was a choice.
  const more = { ...(artistId && { artistId }), ...(trackId && { trackId }), ...(isNamed && { isNamed }) };
  const content = { amount, message, ...more };
  const { metadata, commandId } = origin;
  // The artist may have left since the answer was lost.
  const given = await deps.store.earlier(giveTokens, { logs: [], metadata, commandId, content });
  if (given) return given;
  const terms = await termsFor(deps, request, origin.userId);
  const places = placesOf(deps, terms);
  const options = { logs: giftLogs(places), metadata, commandId, content };
  return (await deps.store.execute(giveTokens, { ...places, terms }, options)).result;
}

/**
 * Opens a checkout for a gift. The intent is stored before the provider is called. Throws Refusal `not_found`,
 * `gifts_paused`, `invalid_amount`, `gift_to_oneself` or `provider_unavailable`.
 */
export async function startGiftPayment(
  deps: PaymentDeps,
  request: SendGiftRequest,
  { userId, metadata, callbackUrl }: { userId: string; metadata: Metadata; callbackUrl: string },
) {
  const terms = await termsFor(deps, request, userId);
  const person = await openPersonOf(deps, userId);
  if (!person?.email) throw new Refusal("invalid_request", "Email is required for payment");
  const reference = giftReference(terms.giftId);
  const event: GiftPaymentStarted = { type: "GiftPaymentStarted", data: { ...terms, reference } };
  const options = { expectedStreamVersion: "no_stream" as const, metadata };
  await deps.store.appendToStream(`ledger/${deps.shardOf(userId)}`, giftStream(terms.giftId), [event], options);
  try {
    const charge = { reference, email: person.email, amountKobo: terms.units, callbackUrl, cancelUrl: callbackUrl };
    const started = await deps.payments.startCharge({ ...charge, metadata: { gift: terms.giftId } });
    return { ...started, giftId: terms.giftId };
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable || error instanceof PaymentsRefused)) throw error;
    deps.log(`Checkout ${reference} cannot be opened`, error);
    throw new Refusal("provider_unavailable", "Failed to initialize payment");
  }
}

/** Asks the provider about a gift by card and does what follows. Undefined where there is no such gift. */
export async function settleGiftPayment(deps: PaymentDeps, reference: string): Promise<string | undefined> {
  const row = await findGiftPayment(deps.store.sql, reference);
  if (!row) return undefined;
  const { outcome, feesKobo } = await askCharge(deps.payments, reference, row.units);
  if (outcome === "paid" || outcome === "reversed") await note(deps, row, { outcome, feesKobo, reference });
  if (outcome === "other") deps.log(`Gift ${row.giftId} needs a human: another sum was paid`);
  return outcome;
}

/** A refund is told of: whether all of it went back is asked. */
export async function reviewGiftPayment(deps: PaymentDeps, reference: string): Promise<void> {
  const row = await findGiftPayment(deps.store.sql, reference);
  if (!row) return;
  await settleGiftPayment(deps, reference);
  if (!await isRefunded(deps.payments, reference, row.units)) return;
  await note(deps, row, { outcome: "reversed", feesKobo: 0, reference });
}

/** Asks about gifts whose giver did not come back. */
export async function sweepGiftPayments(deps: PaymentDeps, signal?: AbortSignal): Promise<void> {
  const now = deps.now();
  for (const { reference = "" } of await openGiftPayments(deps.store.sql, now - ASK_UNTIL_MS, now - ASK_AFTER_MS)) {
    if (signal?.aborted) return;
    try {
      await settleGiftPayment(deps, reference);
    } catch (error) {
      if (!(error instanceof PaymentsUnavailable)) deps.log(`Gift payment ${reference} cannot be settled`, error);
    }
  }
}

/** An admin gives a gift back: tokens at once, a card's money through the provider, whose notice books it. */
export async function refundGift(deps: PaymentDeps, giftId: string, metadata: Metadata): Promise<"refunded" | "asked"> {
  const row = await findGift(deps.store.sql, giftId);
  if (!row || row.status === "started") throw new Refusal("not_found", "Gift not found");
  const places = placesOf(deps, row);
  if (row.method === "tokens") {
    await deps.store.execute(refundTokens, places, { logs: giftLogs(places), metadata });
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
  deps: PaymentDeps,
  { giftId, artistId, message, metadata }: { giftId: string; artistId: string; message: string; metadata: Metadata },
): Promise<void> {
  const row = await findGift(deps.store.sql, giftId);
  if (!row || row.artistId !== artistId) throw new Refusal("not_found", "Gift not found");
  const key = await deps.personal.keyOf(deps.store.sql, artistId);
  const places = placesOf(deps, row);
  const command = { ...places, message: key.seal(`thanks ${giftId}`, message) };
  await deps.store.execute(thankForGift, command, { logs: giftLogs(places), metadata });
}

async function note(
  deps: PaymentDeps,
  row: GiftRow,
  news: { outcome: "paid" | "reversed"; feesKobo: number; reference: string },
): Promise<void> {
  const places = placesOf(deps, row);
  await deps.store.execute(noteGiftPayment, { ...places, ...news }, { logs: giftLogs(places), metadata: METADATA });
}

/** What the gift is worth today, to whom it goes, and the message sealed. */
async function termsFor(deps: PaymentDeps, request: SendGiftRequest, giverId: string): Promise<GiftTerms> {
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
 * with the rest of their balance. Nor does a track whose owner is no artist: an admin's upload for someone who is not
 * here, of which the admin would have the money.
 */
async function artistOf({ store: { sql } }: PaymentDeps, { artistId, trackId }: SendGiftRequest): Promise<string> {
  const track = trackId === undefined ? undefined : (await trackFacts(sql, [trackId])).get(trackId);
  const ownerId = trackId === undefined ? artistId : track?.ownerId;
  const unknown = new Refusal("not_found", trackId === undefined ? "Artist not found" : "Track not found");
  if (ownerId === undefined || (artistId !== undefined && artistId !== ownerId)) throw unknown;
  const owner = await findUser(sql, ownerId);
  if (!owner || owner.closing) throw unknown;
  const isArtist = owner.role === "creator";
  if (!isArtist && trackId === undefined) throw unknown;
  if (!isArtist || owner.suspension !== undefined) throw noGiftsNow();
  return ownerId;
}

function noGiftsNow(): Refusal {
  return new Refusal("gifts_paused", "This artist cannot receive gifts at the moment");
}

function placesOf(
  deps: PaymentDeps,
  { giftId, giverId, artistId }: { giftId: string; giverId: string; artistId: string },
): GiftPlaces {
  return { giftId, giverId, giverShard: deps.shardOf(giverId), artistId, artistShard: deps.shardOf(artistId) };
}
