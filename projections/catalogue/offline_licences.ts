import type { OfflineLicenceIssued } from "../../backend/catalogue/offline_licence/events.ts";
import type { LicenceKind } from "../../backend/contract/offline.ts";
import { shardOfLog } from "../../backend/store/log/event.ts";
import { moment, oneOf, smallint, table, text, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { projection } from "../declare.ts";

const OFFLINE_LICENCES = table("offline_licences", {
  shard: smallint,
  userId: uuid,
  deviceId: text,
  kind: oneOf("premium", "taste"),
  startsAt: moment,
  issuedAt: moment,
  issuedUntil: moment,
  until: moment.check("until > starts_at"),
}, {
  key: ["shard", "userId", "deviceId", "startsAt", "kind"],
  indexes: { offline_licences_of: "(user_id, device_id, starts_at)" },
});

/**
 * When which device of whom could play what it had saved: stretches of time, the last of which also holds the licence
 * that the device has. Inline: the next licence is decided on it.
 */
export const offlineLicences = projection<OfflineLicenceIssued>({
  name: "offline_licences",
  version: 3,
  mode: "inline",
  place: "shard",
  logs: ["plays"],
  tables: [OFFLINE_LICENCES],
  handlers: {
    async OfflineLicenceIssued(tx, { log, data: { userId, deviceId, kind = "premium", from: issuedAt, until } }) {
      const shard = shardOfLog(log);
      const [from, end] = [new Date(issuedAt), new Date(until)];
      const longer = await tx`
        update offline_licences set issued_at = ${from}, issued_until = ${end}, until = greatest(until, ${end})
        where shard = ${shard} and user_id = ${userId} and device_id = ${deviceId} and kind = ${kind}
          and starts_at <= ${from} and until >= ${from}`;
      if (longer.count > 0) return;
      const licence = { shard, userId, deviceId, kind, startsAt: issuedAt, issuedAt, issuedUntil: until, until };
      await OFFLINE_LICENCES.insert(tx, licence);
    },
  },
});

/** The licence that each device of these people of a shard was given last, by "user device": [from, until), epoch ms. */
export async function lastLicences(
  sql: Sql | Tx,
  shard: number,
  userIds: readonly string[],
): Promise<Map<string, { from: number; until: number; kind: LicenceKind }>> {
  const rows = await sql<
    { userId: string; deviceId: string; kind: LicenceKind; issuedAt: number; issuedUntil: number }[]
  >`
    select distinct on (user_id, device_id) user_id, device_id, kind, issued_at, issued_until from offline_licences
    where shard = ${shard} and user_id = any(${[...userIds]}::uuid[])
    order by user_id, device_id, issued_at desc, starts_at desc`;
  return new Map(rows.map((row) => [
    `${row.userId} ${row.deviceId}`,
    { from: row.issuedAt, until: row.issuedUntil, kind: row.kind },
  ]));
}

interface Licensed {
  readonly kind: LicenceKind;
  /** Epoch ms. */
  readonly span: readonly [from: number, until: number];
}

/** The stretches of time in which each device of a shard could play what it had saved, by "user device". */
export async function licencesOf(
  sql: Sql | Tx,
  shard: number,
  devices: readonly { readonly userId: string; readonly deviceId: string }[],
): Promise<Map<string, Licensed[]>> {
  const rows = await sql<{ userId: string; deviceId: string; kind: LicenceKind; startsAt: number; until: number }[]>`
    select user_id, device_id, kind, starts_at, until from offline_licences
    where shard = ${shard} and (user_id, device_id) in (
      select * from unnest(${devices.map((one) => one.userId)}::uuid[], ${
    devices.map((one) => one.deviceId)
  }::text[]))`;
  const found = new Map<string, Licensed[]>();
  for (const { userId, deviceId, kind, startsAt, until } of rows) {
    const key = `${userId} ${deviceId}`;
    found.set(key, [...found.get(key) ?? [], { kind, span: [startsAt, until] }]);
  }
  return found;
}

/** For queries with rows `heard (listener_id, device_id, started_at)`: joins those whose device had Premium's licence then. */
export function withLicences(sql: Sql | Tx) {
  return sql`join offline_licences as licence
    on licence.user_id = heard.listener_id and licence.device_id = heard.device_id and licence.kind = 'premium'
      and heard.started_at >= licence.starts_at and heard.started_at < licence.until`;
}
