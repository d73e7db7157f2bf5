import { findCreators } from "../../../projections/catalogue/creators.ts";
import type { GiftRow } from "../../../projections/gifts/gifts.ts";
import { heldGiftsOf } from "../../../projections/gifts/held_gifts.ts";
import { propose } from "../../approvals/decide.ts";
import { approversLimit, type ProposalKind } from "../../approvals/kind.ts";
import { sideOf } from "../../approvals/reads.ts";
import { longTime } from "../../contract/long_day.ts";
import { formatTokensWithNaira } from "../../contract/money.ts";
import { ALONE_MS } from "../../contract/policy.ts";
import type { ProposalState } from "../../contract/proposals.ts";
import type { Deps } from "../../deps.ts";
import type { Metadata } from "../../store/log/event.ts";
import { GIFT_LET_GO, type HoldEvent, holdStream } from "../settlement/events.ts";
import { decideLetGo } from "../settlement/state.ts";
import { peopleOf } from "../refund/refund.ts";
import { bringParts, type DecideHeld, decideHeld, letPartsGo, tokensGift } from "./stop.ts";

/**
 * Letting a stopped gift settle before its case ends. The time in which tokens settle is the giver's: without a second
 * side, the admin who stops a gift could end that time with it. A side that stopped a gift does not let it go alone.
 */
export const giftLetGoKind: ProposalKind<DecideHeld> = {
  name: GIFT_LET_GO,
  roles: ["finance"],
  // It has settled by then.
  lapsesAt: (_now, { endsAt }) => Number(endsAt),
  alone: approversLimit(ALONE_MS),
  ofOwn: "refused",
  oneSide: "waits",
  async hadPart(deps, { subject: giftId, adminId }) {
    const { artistId } = await tokensGift(deps, giftId);
    const side = await sideOf(deps.store.sql, adminId);
    const log = `ledger/${deps.shardOf(artistId)}` as const;
    const events = await deps.store.readStream<HoldEvent>(log, holdStream(artistId));
    return events.some(({ type, data, metadata: { actor } }) =>
      type === "HeldGiftStopped" && data.giftId === giftId && side.some((one) => actor === `user:${one}`)
    );
  },
  async matter(deps, giftId, { endsAt }) {
    const { sql } = deps.store;
    const gift = await tokensGift(deps, giftId);
    const { artistId, wholeUnits: units } = gift;
    const held = await heldOf(deps, gift);
    if (!held?.isStopped || held.until <= deps.now()) return undefined;
    const [people, artists] = await Promise.all([peopleOf(sql, gift), findCreators(sql, [artistId])]);
    return {
      ...{ log: `ledger/${deps.shardOf(artistId)}`, units, people },
      title: `Let a stopped gift to ${artists.get(artistId)?.name || "an artist"} go`,
      lines: [
        `The artist can use the ${formatTokensWithNaira(units)} within minutes, and the giver cannot stop them again.`,
        `Without a decision they settle on ${longTime(Number(endsAt))}.`,
      ],
      link: { label: "See stopped gifts", path: "/stopped-gifts" },
    };
  },
  async prepare(deps, { subject: giftId }) {
    const { artistId } = await tokensGift(deps, giftId);
    return { shard: deps.shardOf(artistId), artistId, giftId, does: "let_go" };
  },
  booking: decideHeld,
  followUp: (deps, { subject }, metadata) => letPartsGo(deps, subject, metadata),
};

async function heldOf({ store, shardOf }: Deps, { giftId, artistId }: GiftRow) {
  return (await heldGiftsOf(store.sql, shardOf(artistId), artistId)).get(giftId);
}

/**
 * An admin who has no part in a stopped gift lets it settle now: alone where the side may, else an admin on another side
 * confirms it. Throws Refusal `not_found`, `gift_settled`, or like `propose`.
 */
export async function letGiftGo(
  deps: Deps,
  { giftId, userId: adminId, metadata }: {
    readonly giftId: string;
    readonly userId: string;
    readonly metadata: Metadata;
  },
): Promise<ProposalState> {
  const gift = await tokensGift(deps, giftId);
  // What is on its way to another shard arrives first.
  await bringParts(deps, gift, metadata);
  const { sql } = deps.store;
  const holds = await heldGiftsOf(sql, deps.shardOf(gift.artistId), gift.artistId);
  decideLetGo(holds, { artistId: gift.artistId, giftId, now: deps.now() });
  const content = { endsAt: holds.get(giftId)?.until ?? 0 };
  return await propose(deps, giftLetGoKind, { subject: giftId, content, adminId, metadata });
}
