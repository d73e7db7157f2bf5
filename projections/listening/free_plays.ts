import { freePlaysUsed, lagosDayStart } from "../../backend/contract/policy.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { countedPlays } from "./reward_credit.ts";
import { shortPlays } from "./plays.ts";
import { takenOn } from "../catalogue/served_streams.ts";

// No projection: it puts together what others hold. Two areas ask: the catalogue when it grants a stream, listening when
// it tells how many free plays are left.

/** Whose free plays. `userId` is undefined for visitors, who report nothing. */
interface Whose {
  readonly shard: number;
  readonly subject: string;
  readonly userId: string | undefined;
}

interface FreePlaysOfDay {
  readonly used: number;
  /** Counted plays by track. */
  readonly counted: ReadonlyMap<string, number>;
}

const DAY_MS = 24 * 3_600_000;

/** The free plays of a Lagos day. Read anew each time, so that a report that comes late mends what bytes had said. */
export async function freePlaysOn(sql: Sql | Tx, whose: Whose, day: string): Promise<FreePlaysOfDay> {
  const { shard, subject, userId } = whose;
  const [taken, counted] = await Promise.all([
    takenOn(sql, subject, day),
    userId === undefined ? new Map<string, number>() : countedPlays(sql, shard, { listenerId: userId, day }),
  ]);
  const trackIds = [...taken.keys()].filter((track) => (taken.get(track) ?? 0) > (counted.get(track) ?? 0));
  const from = lagosDayStart(day);
  const short = userId === undefined || trackIds.length === 0
    ? new Map<string, number>()
    : await shortPlays(sql, shard, { listenerId: userId, trackIds, from, to: from + DAY_MS });
  const tracks = [...new Set([...taken.keys(), ...counted.keys()])].map((track) => ({
    taken: taken.get(track) ?? 0,
    counted: counted.get(track) ?? 0,
    short: short.get(track) ?? 0,
  }));
  return { used: freePlaysUsed(tracks), counted };
}
