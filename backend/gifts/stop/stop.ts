import { findGift, type GiftRow, giftShares } from "../../../projections/gifts.ts";
import { isOfSide, ofOwn, sideOf } from "../../admin/team/reads.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import type { CommandHandler } from "../../store/log/command.ts";
import type { Metadata } from "../../store/log/event.ts";
import { shardLogs } from "../../store/log/shard.ts";
import { bringGift } from "../between/between.ts";
import { type Artist, type GroupHolds, holdAppends, loadHeldGifts } from "../hold/holding.ts";
import { decideLetGo, decideStop } from "../hold/state.ts";
import { peopleOf } from "../refund/refund.ts";

type Deciding = Artist & { readonly giftId: string; readonly step: "giver" | "admin" | "let_go" };

/** Stops a gift that settles, or lets a stopped one go. */
const decideHeld: CommandHandler<Deciding, GroupHolds> = {
  name: "decideHeldGift",
  load: (tx, artists, scope) => loadHeldGifts(tx, scope, artists),
  decide(group, command, { now }) {
    const { giftId, artistId, step } = command;
    const about = { giftId, artistId, now };
    const state = group.holds.of(command);
    const events = step === "let_go" ? decideLetGo(state, about) : decideStop(state, { ...about, by: step });
    return { appends: holdAppends(group, command, events), result: undefined };
  },
};

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
  await decideParts(deps, row, { step: "giver", metadata });
}

/** An admin does the same. Throws Refusal like `stopOwnGift`. */
export async function stopGift(deps: Stopping, { giftId, metadata }: Asking): Promise<void> {
  await decideParts(deps, await tokensGift(deps, giftId), { step: "admin", metadata });
}

/**
 * An admin who has no part in a stopped gift lets it settle now. Throws Refusal `not_found`, `not_independent`,
 * `gift_settled` or `already_decided`.
 */
export async function letGiftGo(deps: Stopping, { giftId, userId, metadata }: Asking): Promise<void> {
  const row = await tokensGift(deps, giftId);
  const { sql } = deps.store;
  const side = await sideOf(sql, userId);
  if (await isOfSide(sql, { side, userIds: await peopleOf(sql, row) })) throw ofOwn();
  await decideParts(deps, row, { step: "let_go", metadata });
}

/**
 * The parts of collaborators, then the gift itself: it says whether there is anything to decide, and who asks again after
 * a crash between two of them finds the rest to do.
 */
async function decideParts(
  deps: Stopping,
  row: GiftRow,
  { step, metadata }: Pick<Deciding, "step"> & { readonly metadata: Metadata },
): Promise<void> {
  const ask = async (part: GiftRow) => {
    const { giftId, artistId } = part;
    // What is on its way to another shard arrives first.
    await bringGift(deps, { data: part }, metadata);
    const shard = deps.shardOf(artistId);
    await deps.store.execute(decideHeld, { shard, artistId, giftId, step }, { logs: shardLogs(shard), metadata });
  };
  for (const part of await giftShares(deps.store.sql, row.giftId)) {
    // What was decided of a part before a crash stays decided.
    await ask(part).catch((error) => {
      if (!(error instanceof Refusal)) throw error;
    });
  }
  await ask(row);
}

async function tokensGift({ store: { sql } }: Stopping, giftId: string): Promise<GiftRow> {
  const row = await findGift(sql, giftId);
  if (!row || row.method !== "tokens" || row.shareOf !== undefined) throw notFound();
  return row;
}

function notFound(): Refusal {
  return new Refusal("not_found", "Gift not found");
}
