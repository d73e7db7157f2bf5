import { sharesInForceAt, splitDisputesOf } from "../../../projections/catalogue/splits.ts";
import { WHOLE } from "../../contract/splits.ts";
import type { Sql, Tx } from "../../store/sql.ts";

/** A part of a track's income, in basis points of 10,000. */
interface DatedShare {
  /** Whose account it goes to. While a share is disputed, this is the id of the dispute, under which it is held aside. */
  readonly creatorId: string;
  readonly basisPoints: number;
  /** The collaborator whose disputed share is held. */
  readonly heldFor?: string;
}

/**
 * Who has which part of these tracks at a moment (epoch ms): the owner first, the parts of each track sum to 10,000. A
 * track without shares is missing: all of it is the owner's.
 */
export async function sharesAt(
  sql: Sql | Tx,
  trackIds: readonly string[],
  at: number,
): Promise<Map<string, readonly DatedShare[]>> {
  const rows = await sharesInForceAt(sql, trackIds, at);
  if (rows.length === 0) return new Map();
  const disputes = (await splitDisputesOf(sql, [...new Set(rows.map(({ trackId }) => trackId))]))
    .filter(({ since, settledAt }) => since <= at && (settledAt === undefined || settledAt > at));
  return new Map(
    [...Map.groupBy(rows, ({ trackId }) => trackId)].map(([trackId, list]) => {
      const shares = list.map(({ creatorId, basisPoints }): DatedShare => {
        const dispute = disputes.find((one) => one.trackId === trackId && one.creatorId === creatorId);
        if (!dispute) return { creatorId, basisPoints };
        if (dispute.part === undefined) return { creatorId: dispute.disputeId, basisPoints, heldFor: creatorId };
        return { creatorId, basisPoints: Math.floor(basisPoints * dispute.part / WHOLE) };
      }).filter(({ basisPoints }) => basisPoints > 0);
      const [first] = list;
      const rest = WHOLE - shares.reduce((sum, { basisPoints }) => sum + basisPoints, 0);
      return [trackId, [...(first ? [{ creatorId: first.ownerId, basisPoints: rest }] : []), ...shares]];
    }),
  );
}
