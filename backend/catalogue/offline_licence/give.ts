import { TASTE_SONGS } from "../../contract/offline.ts";
import { lastLicences } from "../../../projections/catalogue/offline_licences.ts";
import { subscriptionsOf } from "../../../projections/subscriptions/subscriptions.ts";
import type { Deps } from "../../deps.ts";
import type { Metadata } from "../../store/log/event.ts";
import { streamsOf } from "../../store/streams.ts";
import { decideLicence, type LicencedTime } from "./state.ts";
import { type OfflineLicenceIssued, offlineLicenceStream } from "./events.ts";

interface IssueLicence {
  readonly shard: number;
  readonly userId: string;
  readonly deviceId: string;
  /** Without Premium a taste will do. */
  readonly takesTaste: boolean;
}

/** What each device of a person was given last, by "user device". */
const licences = streamsOf<IssueLicence, ReadonlyMap<string, LicencedTime>, OfflineLicenceIssued>({
  log: ({ shard }) => `plays/${shard}`,
  stream: ({ userId }) => offlineLicenceStream(userId),
  initial: new Map(),
  evolve: (last, { data: { from, until, kind = "premium", ...device } }) =>
    new Map(last).set(deviceKey(device), { from, until, kind }),
  async read(tx, asked) {
    const last = new Map<string, LicencedTime>();
    for (const [shard, own] of Map.groupBy(asked, (one) => one.shard)) {
      for (const [name, time] of await lastLicences(tx, shard, own.map(({ userId }) => userId))) last.set(name, time);
    }
    return () => last;
  },
});

/** Lets a device play what it has saved. Append to `plays/<shard>` of the person, where its plays stand, too. */
const issueLicence = licences.handler("issueLicence", {
  id: (asked: IssueLicence) => asked,
  beside: (tx, asked) => subscriptionsOf(tx, [...new Set(asked.map(({ userId }) => userId))], asked[0]?.shard),
  decide(licences, { userId, deviceId, takesTaste }, { now, beside: subscriptions }) {
    const name = deviceKey({ userId, deviceId });
    const others = [...licences].filter(([other]) => other !== name && other.startsWith(`${userId} `));
    const { isNew, kind, ...time } = decideLicence({
      ...{ now, takesTaste, last: licences.get(name), others: others.map(([, licence]) => licence) },
      premiumUntil: subscriptions.get(userId)?.until,
    });
    const taste = kind === "taste" ? { kind, limit: TASTE_SONGS } : {};
    return isNew ? [{ type: "OfflineLicenceIssued", data: { userId, deviceId, ...time, ...taste } }] : [];
  },
  result: ({ command, after }) => ({ ...NONE, ...after.get(deviceKey(command)) }),
});

const NONE: LicencedTime = { from: 0, until: 0, kind: "premium" };

function deviceKey({ userId, deviceId }: { readonly userId: string; readonly deviceId: string }): string {
  return `${userId} ${deviceId}`;
}

/** Gives a person's device its licence; throws Refusal `premium_only`, `taste_devices`. */
export async function giveLicence(
  deps: Deps,
  { userId, deviceId, takesTaste = false, metadata }: {
    userId: string;
    deviceId: string;
    takesTaste?: boolean;
    metadata: Metadata;
  },
): Promise<LicencedTime> {
  const shard = deps.shardOf(userId);
  const options = { logs: [`plays/${shard}`] as const, metadata };
  return (await deps.store.execute(issueLicence, { shard, userId, deviceId, takesTaste }, options)).result;
}
