import type { GiftRefundEvent } from "../backend/gifts/refund/events.ts";
import { plainArray } from "../backend/store/projections/columns.ts";
import type { Projection } from "../backend/store/projections/projection.ts";
import type { Sql, Tx } from "../backend/store/sql.ts";

/** Gifts that admins return, proposed and decided. Inline: the next decision adds to them. */
export const giftRefunds: Projection<GiftRefundEvent> = {
  name: "gift_refunds",
  version: 1,
  mode: "inline",
  place: "social",
  logs: ["social"],
  on: ["GiftRefundProposed", "GiftRefundWithdrawn", "GiftRefundDecided"],
  tables: `
    create table gift_refunds (
      gift_id uuid primary key,
      units bigint not null,
      admin_id uuid not null,
      proposal_id uuid,
      proposed_at timestamptz,
      confirmed_by uuid,
      decided_at timestamptz,
      check ((proposal_id is null) = (proposed_at is null)),
      check (proposed_at is not null or decided_at is not null)
    );
    create index gift_refunds_waiting on gift_refunds (proposed_at) where decided_at is null;
    create index gift_refunds_alone on gift_refunds (admin_id, decided_at) where confirmed_by is null`,

  async apply(tx, events) {
    for (const { type, data, recordedAt } of events) {
      const at = new Date(recordedAt);
      if (type === "GiftRefundProposed") {
        const { giftId, units, adminId, proposalId } = data;
        await tx`
          insert into gift_refunds (gift_id, units, admin_id, proposal_id, proposed_at)
          values (${giftId}, ${units}, ${adminId}, ${proposalId}, ${at})`;
      } else if (type === "GiftRefundWithdrawn") {
        await tx`delete from gift_refunds where gift_id = ${data.giftId}`;
      } else {
        const { giftId, units, adminId, confirmedBy = null } = data;
        await tx`
          insert into gift_refunds (gift_id, units, admin_id, confirmed_by, decided_at)
          values (${giftId}, ${units}, ${adminId}, ${confirmedBy}, ${at})
          on conflict (gift_id) do update set confirmed_by = excluded.confirmed_by, decided_at = excluded.decided_at`;
      }
    }
  },
};

/** A refund that waits for an admin on another side. */
interface WaitingRefund {
  readonly giftId: string;
  readonly units: number;
  readonly adminId: string;
  readonly proposalId: string;
  /** Epoch ms. */
  readonly proposedAt: number;
}

/** Up to `limit` refunds that wait, the oldest first. */
export async function waitingRefunds(sql: Sql | Tx, limit: number): Promise<WaitingRefund[]> {
  const rows = await sql<(Omit<WaitingRefund, "proposedAt"> & { proposedAt: Date })[]>`
    select gift_id as "giftId", units, admin_id as "adminId", proposal_id as "proposalId", proposed_at as "proposedAt"
    from gift_refunds where decided_at is null order by proposed_at, gift_id limit ${limit}`;
  return rows.map((row) => ({ ...row, proposedAt: row.proposedAt.getTime() }));
}

/** Where the refunds of these gifts are; gifts without one are missing. */
export async function refundsOf(
  sql: Sql | Tx,
  giftIds: readonly string[],
): Promise<Map<string, "waiting" | "decided">> {
  const rows = await sql<{ gift_id: string; is_decided: boolean }[]>`
    select gift_id, decided_at is not null as is_decided from gift_refunds
    where gift_id in (select unnest(${plainArray(giftIds)}::text::uuid[]))`;
  return new Map(rows.map((row) => [row.gift_id, row.is_decided ? "decided" : "waiting"]));
}

/** Units that these admins have returned without another one since a moment (epoch ms). */
export async function refundedAlone(sql: Sql | Tx, adminIds: readonly string[], since: number): Promise<number> {
  const [row] = await sql<{ units: number }[]>`
    select coalesce(sum(units), 0)::bigint as units from gift_refunds
    where admin_id in (select unnest(${plainArray(adminIds)}::text::uuid[])) and confirmed_by is null
      and decided_at >= ${new Date(since)}`;
  return row?.units ?? 0;
}
