import { openDisputesOf } from "../../../projections/payments/disputes.ts";
import { type GiftRow, giftShares, giftsTo } from "../../../projections/gifts/gifts.ts";
import { heldGiftsOf } from "../../../projections/gifts/held_gifts.ts";
import { policyAt, readPolicies } from "../../../projections/admin/policies.ts";
import { settledSplitDisputes, type SplitDisputeRow } from "../../../projections/catalogue/splits.ts";
import { WHOLE } from "../../contract/splits.ts";
import type { Deps } from "../../deps.ts";
import { readBalances } from "../../ledger/accounts.ts";
import { availableAccount } from "../../ledger/chart.ts";
import type { CommandHandler } from "../../store/log/command.ts";
import { derivedId } from "../../store/log/ids.ts";
import { letOrinMove } from "../../wallet/gate.ts";
import type { GiftTerms } from "../events.ts";
import { appendsOf, giftLogs, type GroupGifts, loadGifts, placesOf } from "../group.ts";
import type { PlacedShare } from "./places.ts";
import { decideTokenShare } from "./state.ts";

type Releasing = Pick<Deps, "store" | "shardOf" | "now">;

const METADATA = { actor: "system:splits" };
/** So many gifts of a dispute are looked at in one go; the next go finds the rest. */
const AT_ONCE = 500;

interface Release {
  readonly shard: number;
  readonly disputeId: string;
  readonly parts: readonly PlacedShare[];
}

/** What was held goes on to the two, as tokens that the dispute gives: all of it or nothing, and once. */
const releaseHeld: CommandHandler<Release, GroupGifts> = {
  name: "releaseHeldShare",
  load: (tx, commands, scope) => loadGifts(tx, commands.flatMap(({ parts }) => parts), scope),
  decide(group, { disputeId, parts }) {
    const units = parts.reduce((sum, { terms }) => sum + terms.units, 0);
    const isThere = group.balances.of(availableAccount(disputeId)) >= units;
    const isDone = parts.some((part) => group.gifts.of(part) !== undefined);
    if (!isThere || isDone) return { appends: [], result: undefined };
    const pass = letOrinMove("release_of_a_disputed_share", { userId: disputeId, units });
    const appends = parts.flatMap((part) =>
      appendsOf(group, part, { events: decideTokenShare(group.gifts.of(part), part.terms, part), pass })
    );
    return { appends, result: undefined };
  },
};

/**
 * Divides what settled disputes of shares still hold: each gift by itself once it can be spent, since its bank may want
 * it back later. What the bank disputes stays. Idempotent; safe to run concurrently.
 */
export async function releaseHeldShares(deps: Releasing, signal?: AbortSignal): Promise<void> {
  for (const dispute of await settledSplitDisputes(deps.store.sql)) {
    if (signal?.aborted) return;
    await releaseOf(deps, dispute);
  }
}

async function releaseOf(deps: Releasing, dispute: SplitDisputeRow): Promise<void> {
  const { sql } = deps.store;
  const { disputeId } = dispute;
  const shard = deps.shardOf(disputeId);
  const account = availableAccount(disputeId);
  const availableOf = async () => (await readBalances(sql, shard, [account])).get(account) ?? 0;
  if (await availableOf() === 0) return;
  const [gifts, held, open] = await Promise.all([
    giftsTo(sql, disputeId, AT_ONCE),
    heldGiftsOf(sql, shard, disputeId),
    openDisputesOf(sql, disputeId),
  ]);
  const waiting = new Set([...held.keys(), ...open.map(({ paymentId }) => paymentId)]);
  for (const gift of gifts) {
    if (gift.status !== "sent" || gift.keptUnits === 0 || waiting.has(gift.giftId)) continue;
    await release(deps, dispute, gift);
  }
  // Royalties are no gifts: they come with nothing to give back.
  const isAllSeen = gifts.length < AT_ONCE && open.length === 0;
  const left = isAllSeen ? await availableOf() : 0;
  if (left > 0 && await isOnlyRest(deps, gifts, waiting)) {
    await release(deps, dispute, { giftId: disputeId, cents: 0, units: left, keptUnits: left });
  }
}

/** Whether every gift that could be released has been: what is left did not come as a gift. */
async function isOnlyRest(
  { store: { sql } }: Releasing,
  gifts: readonly GiftRow[],
  waiting: ReadonlySet<string>,
): Promise<boolean> {
  for (const { giftId, status, keptUnits } of gifts) {
    if (status !== "sent" || keptUnits === 0 || waiting.has(giftId)) continue;
    if (!(await giftShares(sql, giftId)).some((one) => one.status === "sent")) return false;
  }
  return true;
}

async function release(
  deps: Releasing,
  dispute: SplitDisputeRow,
  { giftId: ofGiftId, cents, units, keptUnits }: Pick<GiftRow, "giftId" | "cents" | "units" | "keptUnits">,
): Promise<void> {
  const { sql } = deps.store;
  const { disputeId, trackId, creatorId, ownerId, part = 0 } = dispute;
  const before = await giftShares(sql, ofGiftId);
  const isRest = ofGiftId === disputeId;
  if (!isRest && before.some(({ status }) => status === "sent")) return;
  const { koboPerDollar, version: policyVersion } = policyAt(await readPolicies(sql), deps.now());
  const theirs = Math.floor(keptUnits * part / WHOLE);
  const parts = [{ artistId: creatorId, gets: theirs }, { artistId: ownerId, gets: keptUnits - theirs }]
    .filter(({ gets }) => gets > 0)
    .map(({ artistId, gets }): PlacedShare => {
      const giftId = derivedId(ofGiftId, `released ${before.length} ${artistId}`);
      const worth = isRest ? Math.floor(gets * 100 / koboPerDollar) : Math.floor(cents * gets / units);
      const terms: GiftTerms = {
        ...{ giftId, giverId: disputeId, artistId, trackId, cents: worth, units: gets },
        ...{ koboPerDollar, policyVersion, message: "", isNamed: false },
        ...(isRest ? { ofRoyalties: true } : { hasSettled: true }),
      };
      return { ...placesOf(deps, { ...terms, method: "tokens" }), ofGiftId, terms };
    });
  const shard = deps.shardOf(disputeId);
  await deps.store.execute(releaseHeld, { shard, disputeId, parts }, { logs: giftLogs({ shard }), metadata: METADATA });
}
