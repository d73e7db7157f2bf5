import { lastLicences } from "../../../projections/offline_licences.ts";
import { subscriptionsOf } from "../../../projections/subscriptions.ts";
import type { Deps } from "../../deps.ts";
import type { CommandHandler } from "../../store/log/command.ts";
import type { Metadata } from "../../store/log/event.ts";
import { streamVersions } from "../../store/log/read.ts";
import { decideLicence, type LicencedTime } from "./state.ts";
import { type OfflineLicenceIssued, offlineLicenceStream } from "./events.ts";

interface IssueLicence {
  readonly shard: number;
  readonly userId: string;
  readonly deviceId: string;
}

interface Licences {
  /** By "user device". */
  readonly last: Map<string, LicencedTime>;
  readonly premiumUntil: Map<string, number>;
  readonly versions: Map<string, number>;
}

/** Lets a device play what it has saved. Append to `plays/<shard>` of the person, where its plays stand, too. */
const issueLicence: CommandHandler<IssueLicence, Licences, { from: number; until: number }> = {
  name: "issueLicence",
  async load(tx, asked) {
    const userIds = [...new Set(asked.map(({ userId }) => userId))];
    const [last, people, versions] = await Promise.all([
      lastLicences(tx, asked),
      subscriptionsOf(tx, userIds),
      streamVersions(tx, `plays/${asked[0]?.shard ?? 0}`, userIds.map(offlineLicenceStream)),
    ]);
    const premiumUntil = new Map([...people].map(([userId, { until }]) => [userId, until ?? 0]));
    return { last, premiumUntil, versions };
  },
  decide({ last, premiumUntil, versions }, { shard, userId, deviceId }, { now }) {
    const key = `${userId} ${deviceId}`;
    const { isNew, from, until } = decideLicence({ now, premiumUntil: premiumUntil.get(userId), last: last.get(key) });
    if (!isNew) return { appends: [], result: { from, until } };
    const stream = offlineLicenceStream(userId);
    const version = versions.get(stream) ?? 0;
    versions.set(stream, version + 1);
    last.set(key, { from, until });
    const issued: OfflineLicenceIssued = { type: "OfflineLicenceIssued", data: { userId, deviceId, from, until } };
    return { appends: [{ log: `plays/${shard}`, stream, version, events: [issued] }], result: { from, until } };
  },
};

/** Gives a person's device its licence; throws Refusal `premium_only`. */
export async function giveLicence(
  deps: Deps,
  { userId, deviceId, metadata }: { userId: string; deviceId: string; metadata: Metadata },
): Promise<LicencedTime> {
  const shard = deps.shardOf(userId);
  const options = { logs: [`plays/${shard}`] as const, metadata };
  return (await deps.store.execute(issueLicence, { shard, userId, deviceId }, options)).result;
}
