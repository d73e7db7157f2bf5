import { findGift, type GiftRow, giftShares } from "../../../projections/gifts/gifts.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import type { Metadata } from "../../store/log/event.ts";
import { shardLogs } from "../../store/log/shard.ts";
import { bringGift } from "../cross_shard/cross_shard.ts";
import { type Artist, holdAppends, holds, loadHeldGifts } from "../settlement/holding.ts";
import { decideLetGo, decideStop } from "../settlement/state.ts";

export type DecideHeld = Artist & { readonly giftId: string; readonly does: "giver" | "admin" | "let_go" };

/** Stops a gift that settles, or lets a stopped one go (`kind.ts`). */
export const decideHeld = holds.handler("decideHeldGift", {
  id: (command: DecideHeld) => command,
  beside: (tx, artists, scope) => loadHeldGifts(tx, scope, artists),
  decide(held, { giftId, artistId, does }, { now }) {
    const about = { giftId, artistId, now };
    return does === "let_go" ? decideLetGo(held, about) : decideStop(held, { ...about, by: does });
  },
  appends: (events, artist, { beside: group }) => holdAppends(group, artist, events),
  result: () => undefined,
});

interface Asking {
  readonly giftId: string;
  readonly userId: string;
  readonly metadata: Metadata;
}

type Stopping = Pick<Deps, "store" | "shardOf">;

/**
 * The giver stops tokens that have not settled: admins look at it, and without their decision the gift settles after 72
 * hours. Throws Refusal `not_found`, `gift_settled` or `already_decided`.
 */
export async function stopOwnGift(deps: Stopping, { giftId, userId, metadata }: Asking): Promise<void> {
  const row = await tokensGift(deps, giftId);
  if (row.giverId !== userId) throw notFound();
  await decideParts(deps, row, { does: "giver", metadata });
}

/** An admin does the same. Throws Refusal like `stopOwnGift`. */
export async function stopGift(deps: Stopping, { giftId, metadata }: Asking): Promise<void> {
  await decideParts(deps, await tokensGift(deps, giftId), { does: "admin", metadata });
}

/**
 * The parts of collaborators, then the gift itself: it says whether there is anything to decide, and who asks again after
 * a crash between two of them finds the rest to do.
 */
async function decideParts(
  deps: Stopping,
  row: GiftRow,
  step: Step,
): Promise<void> {
  await bringParts(deps, row, step.metadata);
  await decideShares(deps, row, step);
  await decidePart(deps, row, step);
}

/** What is on its way to another shard arrives first. */
export async function bringParts(deps: Stopping, row: GiftRow, metadata: Metadata): Promise<void> {
  for (const part of [...await giftShares(deps.store.sql, row.giftId), row]) {
    await bringGift(deps, { data: part }, metadata);
  }
}

/** The parts of collaborators follow a gift that was let go. Harmless twice. */
export async function letPartsGo(deps: Stopping, giftId: string, metadata: Metadata): Promise<void> {
  await decideShares(deps, { giftId }, { does: "let_go", metadata });
}

type Step = Pick<DecideHeld, "does"> & { readonly metadata: Metadata };

async function decideShares(deps: Stopping, { giftId }: Pick<GiftRow, "giftId">, step: Step): Promise<void> {
  for (const part of await giftShares(deps.store.sql, giftId)) {
    // What was decided of a part before a crash stays decided.
    await decidePart(deps, part, step).catch((error) => {
      if (!(error instanceof Refusal)) throw error;
    });
  }
}

async function decidePart(deps: Stopping, { giftId, artistId }: GiftRow, { does, metadata }: Step): Promise<void> {
  const shard = deps.shardOf(artistId);
  await deps.store.execute(decideHeld, { shard, artistId, giftId, does }, { logs: shardLogs(shard), metadata });
}

/** A whole gift of tokens. Throws Refusal `not_found`. */
export async function tokensGift({ store: { sql } }: Stopping, giftId: string): Promise<GiftRow> {
  const row = await findGift(sql, giftId);
  if (!row || row.method !== "tokens" || row.shareOf !== undefined) throw notFound();
  return row;
}

function notFound(): Refusal {
  return new Refusal("not_found", "Gift not found");
}
